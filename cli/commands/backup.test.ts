import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { Database, DatabaseOptions } from '../../database/database.ts';
import { openDatabase } from '../../database/open-database.ts';
import { bothDatabases } from '../../tests/support/databases.ts';
import { fillList } from '../../tests/support/entries.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';

const { places } = await bothDatabases();
const folder = temporaryFolder();
afterAll(folder.remove);

/** Opens a list as a server does, runs `work` and closes it. */
async function served<Result>(
  options: DatabaseOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(options);
  return work(database).finally(database.close);
}

/** Lets people join one after the other until `end`, which resolves to their addresses with the time of the answer. */
function keepJoining(database: Database, name: string): { end(): Promise<Map<string, number>> } {
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
    return answered;
  })();
  const end = () => {
    ended = true;
    return joining;
  };
  return { end };
}

const emailsOf = async (database: Database) =>
  new Set(
    (await database.query<{ email: string }>('select email from waitlist.entries')).map(({ email }) => email),
  );

test.for(places)(
  '$kind: a restore brings back a backup made during joins, says who joined since, and sends nothing',
  async ({ kind, options }) => {
    const file = join(folder.path, `${kind}.backup`);
    const { upTo, answered } = await served(options, async (database) => {
      await fillList(database, 3000);
      const crowd = keepJoining(database, kind);
      const backup = await runCommand(options, ['backup', file, '--json']);
      const joined = await crowd.end();
      expect(backup).toMatchObject({
        code: 0,
        err: expect.stringMatching(/holds \d+ entries .* was read back/),
      });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      await database.query("select public.add_to_waitlist('later@during.example', 'Friend')");
      expect(await runCommand(options, ['restore', file, '--no-input'])).toMatchObject({ code: 4 });
      if (kind === 'embedded')
        expect((await runCommand(options, ['restore', file, '--yes'])).err).toContain(
          'Stop the server first',
        );
      expect((await emailsOf(database)).has('later@during.example')).toBe(true);
      return { upTo: Date.parse(JSON.parse(backup.out).upTo), answered: joined };
    });
    const restore = await runCommand(options, ['restore', file, '--yes', '--json']);
    expect(restore).toMatchObject({ code: 0, err: expect.stringContaining('Sending is paused') });

    await served(options, async (database) => {
      const restored = await emailsOf(database);
      const promised = [...answered].filter(([, moment]) => moment < upTo);
      expect(kind === 'postgres' || promised.length > 0).toBe(true);
      expect(promised.filter(([email]) => !restored.has(email))).toEqual([]);
      expect(restored.has('later@during.example')).toBe(false);
      expect(restored.size).toBeGreaterThanOrEqual(3000);
      const since = 3000 + answered.size + 1 - restored.size;
      expect(restore.err).toContain(
        `Your list has ${restored.size + since} people, the backup ${file} ${restored.size}; ${since} `,
      );
      expect(restore.err).toMatch(/(person|people) joined since and will not be on the restored list/);
      const { replaced, lacking } = JSON.parse(restore.out);
      expect(lacking).toBe(since);
      expect(kind === 'postgres' ? replaced === null : existsSync(replaced)).toBe(true);
      const sending = await runCommand(options, ['sending', 'status', '--json']);
      expect(JSON.parse(sending.out).pausedBecause).toBe('the list was restored from a backup');
      await database.query("select public.add_to_waitlist('again@during.example', 'Friend')");
      expect((await emailsOf(database)).has('again@during.example')).toBe(true);
    });
  },
);

test.for(places)('$kind: a backup that cannot be written leaves nothing behind', async ({ options }) => {
  const before = readdirSync(folder.path);
  const outcome = await runCommand(options, ['backup', join(folder.path, 'no-such-folder', 'list.backup')]);
  expect(outcome.code).toBe(1);
  expect(readdirSync(folder.path)).toEqual(before);
});

test.for(places)(
  '$kind: a file that is not a backup, or is truncated, changes nothing',
  async ({ kind, options }) => {
    const count = () => served(options, async (database) => (await emailsOf(database)).size);
    const before = await count();
    const other = join(folder.path, 'other.txt');
    writeFileSync(other, 'hello');
    expect((await runCommand(options, ['restore', other, '--yes'])).err).toMatch(/is no backup/);
    expect((await runCommand(options, ['restore', folder.path, '--yes'])).err).toMatch(
      /^There is no file .*\. Name the one that backup wrote\.\n$/,
    );
    const cut = join(folder.path, `${kind}-cut.backup`);
    writeFileSync(cut, readFileSync(join(folder.path, `${kind}.backup`)).subarray(0, -2000));
    expect((await runCommand(options, ['restore', cut, '--yes'])).code).toBe(1);
    // If nobody can answer, the file is not even unpacked.
    expect((await runCommand(options, ['restore', cut])).code).toBe(4);
    expect(await count()).toBe(before);
    expect(existsSync(join(options.dataDir, 'postgres.restored'))).toBe(false);
  },
);

test('a backup of the other kind of database is refused, and the message names its kind', async () => {
  const refused = await Promise.all(
    places.map(({ kind, options }) => {
      const other = kind === 'embedded' ? 'postgres' : 'embedded';
      return runCommand(options, ['restore', join(folder.path, `${other}.backup`), '--yes']);
    }),
  );
  for (const { code, err } of places.length === 2 ? refused : []) {
    expect(code).toBe(1);
    expect(err).toMatch(/is a backup of (an embedded list|a PostgreSQL)/);
  }
});
