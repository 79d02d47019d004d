import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { z } from 'zod';
import type { Database, DatabaseOptions } from '../database/database.ts';
import { linesOf } from '../database/lines.ts';
import { readSchemaVersions } from '../database/migrate.ts';
import { inTransaction } from '../database/transaction.ts';
import { pauseSending } from './sending.ts';

// A dump is a whole list as lines of JSON: first the versions of the schema, then `["table",{row}]`, referenced tables first,
// and last the number of rows, so that a file that was cut off is not taken for a whole one.
const headSchema = z.object({ migrations: z.array(z.string()) });
const rowSchema = z.tuple([z.string(), z.record(z.string(), z.unknown())]);
const tailSchema = z.object({ rows: z.int() });
const sign = '{"migrations":';

/** Rows of one statement. */
const batchSize = 1000;

/** Rows that a new list has too. */
const seeded = ['limits', 'wordings', 'client_keys', 'email_key'];

interface Table {
  name: string;
  /** Generated ones are computed anew. */
  columns: { name: string; isGenerated: boolean }[];
  /** Of the primary key. */
  key: string[];
}

/** What a dump holds: all but unlogged tables, which count for minutes, and the settings, which are the place's own. */
const tablesOf = (database: Database) =>
  database.query<Table>(
    `with recursive kept as (
       select oid, relname from pg_class
        where relnamespace = 'waitlist'::regnamespace and relkind = 'r' and relpersistence = 'p'
          and relname <> 'settings'
     ), depths (oid, depth) as (
       select oid, 0 from kept
       union
       select referring.conrelid, depths.depth + 1
         from depths
         join pg_constraint as referring
           on referring.contype = 'f' and referring.confrelid = depths.oid and referring.conrelid <> depths.oid
     )
     select kept.relname::text as name,
            (select json_agg(json_build_object('name', attname, 'isGenerated', attgenerated <> '') order by attnum)
               from pg_attribute where attrelid = kept.oid and attnum > 0 and not attisdropped) as columns,
            (select coalesce(json_agg(attname order by array_position(indkey::smallint[], attnum)), '[]')
               from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
              where indrelid = kept.oid and indisprimary) as key
       from kept join depths on depths.oid = kept.oid
      group by kept.oid, kept.relname
      order by max(depths.depth), kept.relname`,
  );

/**
 * Writes the whole list as it is at one moment; returns how many rows it has.
 * @throws Error with a sentence when the database cannot be opened, an embedded one while a server runs included
 */
export function writeDump(options: DatabaseOptions, write: (text: string) => Promise<void>): Promise<number> {
  return inTransaction(options, async (database) => {
    await database.query("set local timezone = 'UTC'");
    await write(`${JSON.stringify({ migrations: await readSchemaVersions(database) })}\n`);
    let written = 0;
    for (const { name, key } of await tablesOf(database)) {
      const order = key.length === 0 ? '' : `order by ${key.map(quoted).join(', ')}`;
      await database.query(
        `declare dump no scroll cursor for select to_jsonb(dumped)::text as row from waitlist.${quoted(name)} as dumped ${order}`,
      );
      for (;;) {
        const rows = await database.query<{ row: string }>(`fetch ${batchSize} from dump`);
        if (rows.length === 0) break;
        await write(rows.map(({ row }) => `["${name}",${row}]\n`).join(''));
        written += rows.length;
      }
      await database.query('close dump');
    }
    await write(`${JSON.stringify({ rows: written })}\n`);
    return written;
  });
}

/** Whether a file begins as a dump does. */
export function isDump(file: string): boolean {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  const descriptor = openSync(file, 'r');
  try {
    const start = Buffer.alloc(sign.length);
    return start.toString('utf8', 0, readSync(descriptor, start)) === sign;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Takes the rows of a dump into an empty list, all or none, and pauses sending.
 * @param agree is told how many rows the file holds; false ends it before anything is changed
 * @returns how many rows were stored
 * @throws Error with a sentence when the file is damaged, of another version or has something that this list has not, or when
 * this list is not empty
 */
export async function loadDump(
  options: DatabaseOptions,
  file: string,
  agree: (rows: number) => Promise<boolean>,
): Promise<number> {
  const { versions, rows } = await checkDump(file);
  if (!(await agree(rows))) return 0;
  return inTransaction(options, async (database) => {
    // First: what this transaction sees is what is there once nobody else can write.
    await database.query('lock table waitlist.entries in exclusive mode');
    const own = await readSchemaVersions(database);
    if (own.join() !== versions.join())
      throw new Error(
        `The file was written by a database with ${versions.length} migrations (the last ${versions.at(-1)}), this one has ${own.length} (${own.at(-1)}). Bring both to the same version of this software first.`,
      );
    const tables = await tablesOf(database);
    await refuseFilled(database, tables);
    const byName = new Map(tables.map((table) => [table.name, table]));
    for (const { name } of tables)
      await database.query(`alter table waitlist.${quoted(name)} disable trigger user`);
    for await (const batch of batchesOf(file)) await insert(database, byName.get(batch.table), batch);
    for (const { name } of tables)
      await database.query(`alter table waitlist.${quoted(name)} enable trigger user`);
    await continueNumbers(database);
    await pauseSending(database, 'the list was imported from another database');
    return rows;
  });
}

async function refuseFilled(database: Database, tables: Table[]): Promise<void> {
  for (const { name } of tables.filter((table) => !seeded.includes(table.name))) {
    const [found] = await database.query<{ rows: number }>(
      `select count(*)::int as rows from waitlist.${quoted(name)}`,
    );
    if (found?.rows)
      throw new Error(
        `A whole list goes into an empty one, and this one has ${found.rows} ${found.rows === 1 ? 'row' : 'rows'} in ${name}. Nothing was changed.`,
      );
  }
}

interface Batch {
  table: string;
  /** As they were written: a number above 2^53 does not survive being parsed. */
  rows: string[];
  columns: Set<string>;
  /** The line of the first row. */
  line: number;
}

async function insert(database: Database, table: Table | undefined, batch: Batch): Promise<void> {
  if (!table)
    throw new Error(`Line ${batch.line}: this list has no table ${batch.table}. Nothing was changed.`);
  const { name, columns, key } = table;
  const unknown = [...batch.columns].filter((column) => columns.every((own) => own.name !== column));
  if (unknown.length > 0)
    throw new Error(
      `From line ${batch.line} on: ${name} has no column ${unknown.join(', ')} in this list. Nothing was changed.`,
    );
  const stored = columns.filter(({ isGenerated }) => !isGenerated).map((column) => quoted(column.name));
  const changed = stored.filter((column) => !key.map(quoted).includes(column));
  const clash = seeded.includes(name)
    ? `on conflict (${key.map(quoted).join(', ')}) do update set ${changed.map((column) => `${column} = excluded.${column}`).join(', ')}`
    : '';
  await database.query(
    `insert into waitlist.${quoted(name)} (${stored.join(', ')}) overriding system value
     select ${stored.join(', ')} from jsonb_populate_recordset(null::waitlist.${quoted(name)}, $1::text::jsonb) ${clash}`,
    [`[${batch.rows.join(',')}]`],
  );
}

/** New rows get numbers after those that were stored. */
async function continueNumbers(database: Database): Promise<void> {
  const counted = await database.query<{ table: string; column: string; sequence: string }>(
    `select attrelid::regclass::text as table, quote_ident(attname) as column,
            pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
       from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'waitlist'::regnamespace and relkind = 'r' and attidentity <> ''`,
  );
  for (const { table, column, sequence } of counted)
    await database.query(`select setval($1, coalesce(max(${column}), 0) + 1, false) from ${table}`, [
      sequence,
    ]);
}

/** Reads the file once. @throws Error with a sentence when it is no dump, damaged, or cut off */
async function checkDump(file: string): Promise<{ versions: string[]; rows: number }> {
  if (!isDump(file))
    throw new Error(`${file} was not written by export --all. For a file of people leave --all out.`);
  let versions: string[] | undefined;
  let rows = 0;
  let isWhole = false;
  for await (const { text, line } of numbered(file)) {
    const value = parsed(text);
    const tail = tailSchema.safeParse(value);
    if (line === 1) versions = headSchema.safeParse(value).data?.migrations;
    else if (tail.success && !isWhole) isWhole = tail.data.rows === rows;
    else if (!isWhole && rowSchema.safeParse(value).success) rows += 1;
    else throw new Error(`Line ${line} of ${file} is damaged. Export it again. Nothing was changed.`);
  }
  if (!versions || !isWhole)
    throw new Error(`${file} is not whole: its end is missing. Export it again. Nothing was changed.`);
  return { versions, rows };
}

/** The rows in batches of one table each. */
async function* batchesOf(file: string): AsyncGenerator<Batch> {
  let batch: Batch | undefined;
  for await (const { text, line } of numbered(file)) {
    const { success, data } = rowSchema.safeParse(parsed(text));
    if (!success) continue;
    const [table, row] = data;
    if (batch && (batch.table !== table || batch.rows.length === batchSize)) {
      yield batch;
      batch = undefined;
    }
    batch ??= { table, rows: [], columns: new Set(), line };
    batch.rows.push(text.slice(text.indexOf(',') + 1, text.lastIndexOf(']')));
    for (const column of Object.keys(row)) batch.columns.add(column);
  }
  if (batch) yield batch;
}

async function* numbered(file: string): AsyncGenerator<{ text: string; line: number }> {
  let line = 0;
  for await (const text of linesOf(createReadStream(file))) {
    line += 1;
    yield { text, line };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
