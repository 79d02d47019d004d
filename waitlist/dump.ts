import { createReadStream } from 'node:fs';
import { z } from 'zod';
import type { Database, DatabaseOptions } from '../database/database.ts';
import { linesOf } from '../database/lines.ts';
import { readSchemaVersions } from '../database/migrate.ts';
import { inTransaction } from '../database/open-database.ts';

// A dump is a whole list as lines of JSON: first the versions of the schema, then `["table",{row}]` (no table refers to another),
// and last the number of rows, so that a file that was cut off is not taken for a whole one.
const headSchema = z.object({ migrations: z.array(z.string()) });
const lineSchema = z.union([
  z.tuple([z.string(), z.record(z.string(), z.unknown())]),
  z.object({ rows: z.int() }),
]);

/** Rows of one statement. */
const batchSize = 1000;

/** A new list has rows in these too, for which those of the dump stand in. */
const seeded = ['limits', 'wordings', 'client_keys', 'email_key', 'email_kinds'];

interface Table {
  name: string;
  /** Without generated ones, which are computed anew; all quoted where SQL wants it. */
  columns: string[];
  primaryKey: string[];
  identity: string | null;
}

/** What a dump holds: all but unlogged tables, which count for minutes, and the settings, which are the place's own. */
const tablesOf = (database: Database) =>
  database.query<Table>(
    `select quote_ident(kept.relname) as name,
            (select json_agg(quote_ident(attname) order by attnum) from pg_attribute
              where attrelid = kept.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
            (select attname from pg_attribute where attrelid = kept.oid and attidentity <> '') as identity,
            (select json_agg(quote_ident(attname) order by array_position(indkey::smallint[], attnum))
               from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
              where indrelid = kept.oid and indisprimary) as "primaryKey"
       from pg_class as kept
      where relnamespace = 'waitlist'::regnamespace and relkind = 'r' and relpersistence = 'p' and relname <> 'settings'
      order by kept.relname`,
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
    for (const { name, primaryKey } of await tablesOf(database)) {
      await database.query(
        `declare dump no scroll cursor for select to_jsonb(dumped)::text as row from waitlist.${name} as dumped order by ${primaryKey}`,
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

/** The versions of the schema in a dump's first line; undefined when the file is no dump. */
export async function versionsOf(file: string): Promise<string[] | undefined> {
  const lines = linesOf(createReadStream(file));
  const { value: first } = await lines.next().catch(() => ({ value: undefined }));
  return headSchema.safeParse(parsed(first)).data?.migrations;
}

/**
 * Takes the rows of a dump into an empty list, all or none, and pauses sending. Returns how many were stored.
 * @param agree is told how many rows the file holds; false ends it before anything is changed
 * @throws Error with a sentence when the file is damaged or does not fit this list, or this list is not empty
 */
export async function loadDump(
  options: DatabaseOptions,
  file: string,
  agree: (rows: number) => Promise<boolean>,
): Promise<number> {
  const versions = await versionsOf(file);
  if (!versions)
    throw new Error(`${file} was not written by export --all. For a file of people leave --all out.`);
  let rows = 0;
  for await (const _ of rowsOf(file)) rows += 1;
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
    for (const { name } of tables) await database.query(`alter table waitlist.${name} disable trigger user`);
    for (const name of seeded) await database.query(`delete from waitlist.${name}`);
    await insertRows(database, file, tables);
    for (const { name } of tables) await database.query(`alter table waitlist.${name} enable trigger user`);
    // New rows get numbers after those that were stored.
    for (const { name, identity } of tables.filter((table) => table.identity !== null))
      await database.query(
        `select setval(pg_get_serial_sequence('waitlist.${name}', '${identity}'), coalesce(max(${identity}), 0) + 1, false)
           from waitlist.${name}`,
      );
    await database.query("select waitlist.pause_sending('the list was imported from another database')");
    return rows;
  });
}

async function refuseFilled(database: Database, tables: Table[]): Promise<void> {
  for (const { name } of tables.filter((table) => !seeded.includes(table.name))) {
    const [found] = await database.query<{ rows: number }>(
      `select count(*)::int as rows from waitlist.${name}`,
    );
    if (found?.rows)
      throw new Error(
        `A whole list goes into an empty one, and this one has ${found.rows} ${found.rows === 1 ? 'row' : 'rows'} in ${name}. Nothing was changed.`,
      );
  }
}

/** Inserts each row as it was written: a number above 2^53 does not survive being parsed. */
async function insertRows(database: Database, file: string, tables: Table[]): Promise<void> {
  let batch: { table: Table; row: string }[] = [];
  const store = async () => {
    for (const [{ name, columns }, rows] of Map.groupBy(batch, ({ table }) => table))
      await database.query(
        `insert into waitlist.${name} (${columns}) overriding system value
         select ${columns} from jsonb_populate_recordset(null::waitlist.${name}, $1::text::jsonb)`,
        [`[${rows.map(({ row }) => row)}]`],
      );
    batch = [];
  };
  for await (const { line, name, row } of rowsOf(file)) {
    const table = tables.find((own) => own.name === name);
    if (!table) throw new Error(`Line ${line}: this list has no table ${name}. Nothing was changed.`);
    batch.push({ table, row });
    if (batch.length === batchSize) await store();
  }
  await store();
}

/** The rows, each with its table's name. @throws Error with a sentence when a line is damaged or the end is missing */
async function* rowsOf(file: string): AsyncGenerator<{ line: number; name: string; row: string }> {
  let line = 0;
  let rows = 0;
  let isWhole = false;
  for await (const text of linesOf(createReadStream(file))) {
    line += 1;
    if (line === 1) continue;
    const { data } = lineSchema.safeParse(parsed(text));
    if (isWhole || !data)
      throw new Error(`Line ${line} of ${file} is damaged. Export it again. Nothing was changed.`);
    if ('rows' in data) {
      isWhole = data.rows === rows;
      continue;
    }
    rows += 1;
    yield { line, name: data[0], row: text.slice(text.indexOf(',') + 1, text.lastIndexOf(']')) };
  }
  if (!isWhole)
    throw new Error(`${file} is not whole: its end is missing. Export it again. Nothing was changed.`);
}

function parsed(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
