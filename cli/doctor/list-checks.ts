import { statfsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { readFrontMatter } from '../../build/articles/front-matter.ts';
import type { Database } from '../../database/database.ts';
import { readMigrations, readSchemaVersions } from '../../database/migrate.ts';
import { countMessages } from '../../waitlist/outbox-messages.ts';
import { readSending, type Sending } from '../../waitlist/sending.ts';

const dayMs = 86_400_000;

/** A restored list lacks everybody who joined after its backup. */
const maxBackupAgeMs = 7 * dayMs;

/** A million entries take 300 MB, and a backup needs room for a second copy. */
const minFreeBytes = 2 * 1024 ** 3;

/**
 * Checks the list itself: its schema, its backups, its sending.
 * @returns a sentence or two for each fault: what is wrong and what to do
 * @throws DatabaseUnavailable
 */
export async function checkList(database: Database, now: Date): Promise<string[]> {
  const outdated = schemaFaults(await readSchemaVersions(database));
  return [
    ...outdated,
    ...backupFaults(await lastBackup(database), now),
    ...sendingFaults(await readSending(database)),
    // An older schema may lack what this reads.
    ...(outdated.length === 0 ? await unsentFaults(database) : []),
  ];
}

function schemaFaults(versions: string[]): string[] {
  const missing = readMigrations().filter(({ version }) => !versions.includes(version));
  if (missing.length === 0) return [];
  return [
    `The running server is older than these files: it lacks the migrations ${missing.map(({ version }) => version).join(', ')}. Restart it.`,
  ];
}

async function lastBackup(database: Database): Promise<Date | undefined> {
  const [row] = await database.query<{ at: string | null }>(
    `select to_char(backed_up_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from waitlist.settings`,
  );
  return row?.at ? new Date(row.at) : undefined;
}

function backupFaults(last: Date | undefined, now: Date): string[] {
  if (last === undefined) {
    return [
      'No backup was ever made with this tool. Make one, and then one every day: npm run waitlist -- backup FILE.',
    ];
  }
  const age = now.getTime() - last.getTime();
  if (age <= maxBackupAgeMs) return [];
  return [
    `The last backup is ${Math.floor(age / dayMs)} days old. Make one, and then one every day: npm run waitlist -- backup FILE.`,
  ];
}

function sendingFaults({ pausedSince, pausedBecause, trouble }: Sending): string[] {
  if (pausedSince === null) return trouble === null ? [] : [`Emails wait. ${trouble}`];
  return [
    `Sending is paused since ${pausedSince}: ${pausedBecause}. Where nothing else sends for this list: npm run waitlist -- sending resume.`,
  ];
}

/** The emails that need a person: each kind is sent once more by a command of its own. */
async function unsentFaults(database: Database): Promise<string[]> {
  const counts = await countMessages(database);
  return counts
    .filter(({ state }) => state === 'failed' || state === 'uncertain')
    .map(
      ({ kind, state, messages }) =>
        `${messages} of the kind ${kind} ${state === 'failed' ? 'failed' : 'may have arrived or not'}: npm run waitlist -- outbox list --state ${state}.`,
    );
}

/** Checks the free space on the disk of an embedded list. @throws Error if there is no such folder */
export function checkDisk(dataDir: string): string[] {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  if (free >= minFreeBytes) return [];
  return [
    `The disk that holds ${dataDir} has ${Math.round(free / 1024 ** 2)} MB left: joins stop when it is full. Make room for ${minFreeBytes / 1024 ** 3} GB.`,
  ];
}

/** A placeholder in content/ for something that the owner has not supplied yet. */
export interface Sample {
  /** The path of its file, relative to the project's folder. */
  file: string;
  /** What to look for there. */
  what: string;
}

const ownContent = new URL('../../content/', import.meta.url);

/** Fields by which an owner recognises a part of the content, the clearest first. */
const namingFields = ['title', 'label', 'address', 'name'];

/**
 * Finds everything in content/ that is marked `sample: true`, file by file, each once even if several modules export it.
 * @param content the folder, with a slash at its end
 * @returns the samples; empty when all content is the owner's own
 * @throws ArticleMistake when the front matter of an article cannot be read
 */
export async function findSamples(content: URL = ownContent): Promise<Sample[]> {
  const found: Sample[] = [];
  const seen = new Set<object>();
  for (const file of await contentModules(content)) {
    const module: Record<string, unknown> = await import(new URL(file, content).href);
    for (const what of samplesWithin(module, '', seen)) found.push({ file: `content/${file}`, what });
  }
  return [...found, ...(await sampleArticles(new URL('articles/', content)))];
}

async function sampleArticles(folder: URL): Promise<Sample[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  const read = await Promise.all(
    names.map(
      async (name) => readFrontMatter(name, await readFile(new URL(name, folder), 'utf8')).frontMatter,
    ),
  );
  return names.flatMap((name, index) =>
    read[index]?.sample ? [{ file: `content/articles/${name}`, what: `article ‘${read[index].title}’` }] : [],
  );
}

/** The modules of the content, shared ones (names, addresses) before the pages that import them. */
async function contentModules(content: URL): Promise<string[]> {
  const names = await readdir(content, { recursive: true });
  const modules = names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /(?<!\.test)\.ts$/.test(name));
  const depth = (name: string) => name.split('/').length;
  return modules.sort((one, other) => depth(one) - depth(other) || one.localeCompare(other));
}

function* samplesWithin(value: unknown, path: string, seen: Set<object>): Generator<string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if ('sample' in value && value.sample === true) yield nameOf(value, path);
  for (const [key, part] of Object.entries(value)) {
    // A list's name without the index, which would tell an owner nothing.
    const step = Array.isArray(value) ? path : `${path}${path && '.'}${key}`;
    yield* samplesWithin(part, step, seen);
  }
}

function nameOf(sample: object, path: string): string {
  const fields = new Map(Object.entries(sample));
  const naming = namingFields.find((field) => fields.has(field));
  const named = naming === undefined ? path : `${path} ‘${fields.get(naming)}’`;
  return fields.has('needs') ? `${named}: ${fields.get('needs')}` : named;
}
