import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { expectExactCounts } from '../tests/support/exact-counts.ts';
import { fillList } from '../tests/support/fill-list.ts';
import { runCommand } from '../tests/support/memory-terminal.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { assertSame } from './backup/contents.ts';

const { databases } = await openBothDatabases();
const folder = temporaryFolder();
afterAll(folder.remove);
for (const { database } of databases) await fillList(database, 3000);

/** Lets people join one after the other until `end` is called; `answered` maps addresses to the time of their answer. */
function keepJoining(
  database: Database,
  name: string,
): { answered: Map<string, number>; end(): Promise<void> } {
  const answered = new Map<string, number>();
  let ended = false;
  const joining = (async () => {
    for (let number = 0; !ended; number += 1) {
      const email = `${name}${number}@during.example`;
      // The list and the command share this process, so joins without a pause would leave the command no time.
      await wait(50);
      // A join that has to wait too long is refused, and its visitor is told so.
      const answer = database.query("select public.add_to_waitlist($1, 'Friend')", [email]);
      await answer.then(() => void answered.set(email, Date.now())).catch(() => {});
    }
  })();
  return {
    answered,
    async end() {
      ended = true;
      await joining;
    },
  };
}

const emailsOf = async (database: Database) =>
  new Set(
    (await database.query<{ email: string }>('select email from waitlist.entries')).map(({ email }) => email),
  );

test.for(databases)(
  '$kind: a restore brings back a backup made during joins, and sends nothing',
  async ({ kind, database, options }) => {
    const file = join(folder.path, `${kind}.backup`);
    const crowd = keepJoining(database, kind);
    const backup = await runCommand(options, ['backup', file, '--json']);
    await crowd.end();
    expect(backup).toMatchObject({
      code: 0,
      err: expect.stringMatching(/holds \d+ entries .* was read back/),
    });
    const upTo = Date.parse(JSON.parse(backup.out).upTo);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    await database.query("select public.add_to_waitlist('later@during.example', 'Friend')");
    expect(await runCommand(options, ['restore', file, '--no-input'])).toMatchObject({ code: 4 });
    expect((await emailsOf(database)).has('later@during.example')).toBe(true);
    const restore = await runCommand(options, ['restore', file, '--yes']);
    expect(restore).toMatchObject({ code: 0, err: expect.stringContaining('Sending is paused') });

    const restored = await emailsOf(database);
    const promised = [...crowd.answered].filter(([, moment]) => moment < upTo);
    console.log(
      `${kind}: ${crowd.answered.size} joins under the backup, ${promised.length} before its moment, ${restored.size} restored`,
    );
    expect(kind === 'postgres' || promised.length > 0).toBe(true);
    expect(promised.filter(([email]) => !restored.has(email))).toEqual([]);
    expect(restored.has('later@during.example')).toBe(false);
    expect(restored.size).toBeGreaterThanOrEqual(3000);
    await expectExactCounts(database);
    const sending = await runCommand(options, ['sending', 'status', '--json']);
    expect(JSON.parse(sending.out).pausedBecause).toBe('the list was restored from a backup');
    await database.query("select public.add_to_waitlist('again@during.example', 'Friend')");
    expect((await emailsOf(database)).has('again@during.example')).toBe(true);
  },
);

test.for(databases)('$kind: a backup that cannot be written leaves nothing behind', async ({ options }) => {
  const before = readdirSync(folder.path);
  const outcome = await runCommand(options, ['backup', join(folder.path, 'no-such-folder', 'list.backup')]);
  expect(outcome.code).toBe(1);
  expect(readdirSync(folder.path)).toEqual(before);
});

test('a copy that differs from the list is not accepted as a backup', () => {
  const before = { entries: 2, lastId: 2, digest: 5 };
  expect(() => assertSame({ ...before }, before)).not.toThrow();
  expect(() => assertSame({ ...before, entries: 1 }, before)).toThrow('holds 1 of 2 entries');
  expect(() => assertSame({ ...before, digest: 6 }, before)).toThrow('run the backup again');
});

test.for(databases)(
  '$kind: a file that is not a backup, or is truncated, changes nothing',
  async ({ kind, database, options }) => {
    const before = (await emailsOf(database)).size;
    const other = join(folder.path, 'other.txt');
    writeFileSync(other, 'hello');
    expect((await runCommand(options, ['restore', other, '--yes'])).err).toMatch(/is no backup/);
    const cut = join(folder.path, `${kind}-cut.backup`);
    writeFileSync(cut, readFileSync(join(folder.path, `${kind}.backup`)).subarray(0, -2000));
    expect((await runCommand(options, ['restore', cut, '--yes'])).code).toBe(1);
    // If nobody can answer, the file is not even unpacked.
    expect((await runCommand(options, ['restore', cut])).code).toBe(4);
    expect((await emailsOf(database)).size).toBe(before);
    expect(existsSync(join(options.dataDir, 'postgres.restored'))).toBe(false);
  },
);

test('a backup of the other kind of database is refused, and the message names its kind', async () => {
  const refused = await Promise.all(
    databases.map(({ kind, options }) => {
      const other = kind === 'embedded' ? 'postgres' : 'embedded';
      return runCommand(options, ['restore', join(folder.path, `${other}.backup`), '--yes']);
    }),
  );
  for (const { code, err } of databases.length === 2 ? refused : []) {
    expect(code).toBe(1);
    expect(err).toMatch(/is a backup of (an embedded list|a PostgreSQL)/);
  }
});
