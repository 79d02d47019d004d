import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { linesOf } from '../../system/lines.ts';
import { unwritable, writeWhole } from '../../system/whole-file.ts';
import type { BackupHead, Rows } from './read-list.ts';

// A backup is a gzip of lines of JSON: a head, pages of rows (read-list.ts), and an end with the number of rows of each table and
// a digest of all lines before it. A file without its end was cut off.
const headSchema = z.object({
  format: z.literal('waitlist-backup'),
  version: z.number(),
  migrations: z.array(z.string()),
  list: z.string(),
  startedAt: z.iso.datetime(),
  lastEntry: z.string().regex(/^\d+$/),
  tables: z.record(z.string(), z.array(z.string())),
});
const endSchema = z.object({ end: z.record(z.string(), z.number()), sha256: z.string() });

/** How many rows of each table. */
type Counts = Record<string, number>;

function parseAndCount(counts: Counts, page: string): Rows {
  const rows: Rows = JSON.parse(page);
  for (const [table, found] of Object.entries(rows)) counts[table] = (counts[table] ?? 0) + found.length;
  return rows;
}

/**
 * Writes a backup as writeWhole does, and reads it back before it gets its name. It never takes the place of another file.
 * @throws Error with a sentence when the file is there or cannot be written; what reading the list throws
 */
export async function writeBackup(
  file: string,
  head: BackupHead,
  pages: AsyncIterable<string>,
): Promise<Backup> {
  const digest = createHash('sha256');
  const counts: Counts = {};
  async function* lines(): AsyncGenerator<string> {
    for await (const line of withHead(head, pages, counts)) {
      digest.update(line);
      yield line;
    }
    yield `${JSON.stringify({ end: counts, sha256: digest.digest('hex') })}\n`;
  }
  const written = await writeWhole(file, async (unfinished) => {
    await pipeline(
      lines(),
      createGzip({ level: 1 }),
      createWriteStream(unfinished, { flags: 'a', flush: true }),
    ).catch((error) => {
      throw isOfFile(error) ? unwritable(file, error) : error;
    });
    return readBackup(unfinished);
  });
  return { ...written, file };
}

async function* withHead(head: BackupHead, pages: AsyncIterable<string>, counts: Counts) {
  yield `${JSON.stringify(head)}\n`;
  for await (const page of pages) {
    parseAndCount(counts, page);
    yield `${page}\n`;
  }
}

const isOfFile = (error: unknown) => error instanceof Error && 'syscall' in error;

/** What a backup holds, after all of it has been read and found whole. */
export interface Backup {
  file: string;
  head: BackupHead;
  counts: Counts;
}

/**
 * Reads a backup through.
 * @param onRows gets each page of rows
 * @throws Error with a sentence when it is no backup, cut off, damaged or of a later format
 */
export async function readBackup(file: string, onRows: (rows: Rows) => void = () => {}): Promise<Backup> {
  const counts: Counts = {};
  const digest = createHash('sha256');
  let head: BackupHead | undefined;
  let end: z.infer<typeof endSchema> | undefined;
  for await (const line of linesIn(file)) {
    if (end) throw damaged(file);
    if (head === undefined) head = headFrom(file, line);
    else if (line.startsWith('{"end":')) end = endFrom(file, line);
    else onRows(pageFrom(file, line, counts));
    if (!end) digest.update(`${line}\n`);
  }
  if (!head || !end) throw cutOff(file);
  const isWhole = end.sha256 === digest.digest('hex') && JSON.stringify(end.end) === JSON.stringify(counts);
  if (!isWhole) throw damaged(file);
  return { file, head, counts };
}

/** The pages of a backup that readBackup has found whole, each as it was written and parsed. */
export async function* backupPages({ file }: Backup): AsyncGenerator<{ text: string; rows: Rows }> {
  let isHead = true;
  for await (const text of linesIn(file)) {
    if (!isHead && !text.startsWith('{"end":')) yield { text, rows: JSON.parse(text) };
    isHead = false;
  }
}

/** @throws Error with a sentence when the file is not there, no gzip, cut off or damaged */
async function* linesIn(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  // What fails reaches the reader of the lines.
  source.on('error', (error) => unpacked.destroy(error));
  let isBegun = false;
  try {
    for await (const line of linesOf(source.pipe(unpacked))) {
      isBegun = true;
      yield line;
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'EISDIR')
      throw new Error(`There is no file ${file}. Name the one that backup wrote.`, { cause: error });
    if (code === 'Z_BUF_ERROR') throw cutOff(file);
    if (code === 'Z_DATA_ERROR') throw isBegun ? damaged(file) : notABackup(file);
    throw error;
  } finally {
    source.destroy();
  }
}

function headFrom(file: string, line: string): BackupHead {
  const { data } = headSchema.safeParse(parsed(line));
  if (!data) throw notABackup(file);
  if (data.version !== 1)
    throw new Error(`${file} was written by a later version of this software. Restore it with that version.`);
  return { ...data, version: 1 };
}

function endFrom(file: string, line: string) {
  const { data } = endSchema.safeParse(parsed(line));
  if (!data) throw damaged(file);
  return data;
}

function pageFrom(file: string, line: string, counts: Counts): Rows {
  try {
    return parseAndCount(counts, line);
  } catch {
    throw damaged(file);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const notABackup = (file: string) =>
  new Error(`${file} is no backup of this product. Name a file that backup wrote.`);
const cutOff = (file: string) =>
  new Error(`${file} is cut off: its end is missing. Take another backup. Nothing was changed.`);
const damaged = (file: string) => new Error(`${file} is damaged. Take another backup. Nothing was changed.`);
