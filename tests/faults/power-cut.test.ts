import fs, { copyFileSync, cpSync, existsSync, mkdirSync, readlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { test as base, expect, onTestFinished, vi } from 'vitest';
import { type Database, DatabaseUnavailable } from '../../database/database.ts';
import { createJoin } from '../../waitlist/join.ts';
import { openEmbeddedList } from '../../waitlist/list/open-list.ts';
import { faultTimeout, rounds } from '../support/crowd.ts';
import { testFolder } from '../support/databases.ts';
import { setLimit } from '../support/emails.ts';
import { storedInEmbedded } from '../support/entries.ts';
import { seededRandom, seedOfTest } from '../support/random.ts';

// Simulates a disk that keeps only what was forced to it: each fsync of a file copies its current content to a second folder,
// a folder's fsync applies the renames in it there, and nothing else ever gets there. A power cut leaves at least that
// folder. (It may leave more, in any order: PostgreSQL's own log is made for that, and it is not tested here.)
const test = base.skipIf(process.platform !== 'linux');
vi.setConfig({ testTimeout: faultTimeout });
const folder = testFolder();
const dataDir = join(folder, 'list');
const forced = join(folder, 'forced');

const copyOf = (path: string) => join(forced, relative(dataDir, path));
let renames: { from: string; to: string }[] = [];
/** Unlogged tables forced to disk before the init fork that they are reset from: after a cut at that moment recovery fails. */
let halfKept: string[] = [];
/** `run` is called once `after` more forced writes have reached the disk. */
let cut: { after: number; run(): void } | undefined;

function keep(descriptor: number): void {
  const path = readlinkSync(`/proc/self/fd/${descriptor}`);
  // The remains of a cut are opened in this process too, and need no copy.
  if (path !== dataDir && !path.startsWith(`${dataDir}/`)) return;
  const copy = copyOf(path);
  if (fs.fstatSync(descriptor).isDirectory()) {
    mkdirSync(copy, { recursive: true });
    for (const { from, to } of renames) {
      if (dirname(to) === path && existsSync(copyOf(from))) real.renameSync(copyOf(from), copyOf(to));
    }
    renames = renames.filter(({ to }) => dirname(to) !== path);
  } else if (existsSync(path)) {
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(path, copy);
    if (existsSync(`${path}_init`) && !existsSync(`${copy}_init`)) halfKept.push(path);
  }
  if (cut === undefined) return;
  cut.after -= 1;
  if (cut.after === 0) cut.run();
}

const real = { fsyncSync: fs.fsyncSync, fdatasyncSync: fs.fdatasyncSync, renameSync: fs.renameSync };

/** Keeps what is forced to the disk, until the test is over: other files run in the same process. */
function simulateDisk(): void {
  onTestFinished(() => {
    Object.assign(fs, real);
    syncBuiltinESMExports();
  });
  fs.fsyncSync = (descriptor) => {
    real.fsyncSync(descriptor);
    keep(descriptor);
  };
  fs.fdatasyncSync = (descriptor) => {
    real.fdatasyncSync(descriptor);
    keep(descriptor);
  };
  fs.renameSync = (from, to) => {
    real.renameSync(from, to);
    renames.push({ from: String(from), to: String(to) });
  };
  syncBuiltinESMExports();
}

/** More turns than any cut here needs: each turn forces at least one write. */
const mostTurns = 1000;

/** On a busy machine a join that waits too long for the disk is refused, so nothing was acknowledged. */
function unlessUnavailable(error: unknown): undefined {
  if (!(error instanceof DatabaseUnavailable)) throw error;
}

/** Joins concurrently, with checkpoints between, until the cut at the given forced write; returns what was acknowledged. */
async function joinUntilCut(database: Database, writes: number, remains: string): Promise<Set<string>> {
  await setLimit(database, 'global', 1_000_000_000);
  const join = createJoin({ database });
  const acknowledged = new Set<string>();
  let atCut: Set<string> | undefined;
  cut = {
    after: writes,
    run() {
      cpSync(forced, remains, { recursive: true });
      atCut = new Set(acknowledged);
    },
  };
  const worker = async (number: number) => {
    for (let turn = 0; !atCut && turn < mostTurns; turn += 1) {
      const email = `w${writes}l${number}t${turn}@cut.example`;
      const answer = await join({ email, source: 'cta', clientAddress: '' }).catch(unlessUnavailable);
      if (answer?.success) acknowledged.add(email);
      if (number === 0 && turn % 20 === 10) await database.query('checkpoint');
    }
  };
  await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(worker));
  if (!atCut)
    throw new Error(`${acknowledged.size} joins were acknowledged and fewer than ${writes} writes forced.`);
  return atCut;
}

test('every acknowledged join is there after a power cut', async () => {
  simulateDisk();
  const database = await openEmbeddedList(dataDir);
  halfKept = [];
  const random = seededRandom(seedOfTest());
  const kept = new Set<string>();
  let missing = 0;
  for (let round = 0; round < rounds * 3; round += 1) {
    const remains = join(folder, `remains${round}`);
    const writes = 1 + random(150);
    for (const email of await joinUntilCut(database, writes, remains)) kept.add(email);
    const stored = await storedInEmbedded(remains);
    missing += [...kept].filter((email) => !stored.has(email)).length;
    fs.rmSync(remains, { recursive: true });
  }
  await database.query('checkpoint');
  await database.close();
  console.log(`power cut ${rounds * 3} times, ${kept.size} joins acknowledged, ${missing} missing`);
  expect(kept.size).toBeGreaterThan(0);
  expect(missing).toBe(0);
  expect(halfKept).toEqual([]);
});

test('a list opens after a power cut at the first join after a migration', async () => {
  simulateDisk();
  const older = await openEmbeddedList(dataDir);
  for (const statement of [
    'drop schema waitlist cascade',
    'drop function public.add_to_waitlist, public.waitlist_client',
    'delete from supabase_migrations.schema_migrations',
  ])
    await older.query(statement);
  await older.close();
  const migrated = await openEmbeddedList(dataDir);
  halfKept = [];
  const remains = join(folder, 'remains-after-migration');
  const acknowledged = await joinUntilCut(migrated, 1, remains);
  const stored = await storedInEmbedded(remains);
  expect([...acknowledged].filter((email) => !stored.has(email))).toEqual([]);
  await migrated.query('checkpoint');
  await migrated.close();
  expect(halfKept).toEqual([]);
});
