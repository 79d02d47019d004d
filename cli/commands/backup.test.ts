import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { bothDatabases, testFolder } from '../../tests/support/databases.ts';
import { fillList, served } from '../../tests/support/entries.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';

const { places } = await bothDatabases();
const folder = testFolder();

const joins = (database: Database, email: string) =>
  database.query("select public.add_to_waitlist($1, 'Friend')", [email]);

async function emailsOf(database: Database): Promise<Set<string>> {
  const rows = await database.query<{ email: string }>('select email from waitlist.entries');
  return new Set(rows.map(({ email }) => email));
}

for (const { kind, options } of places) {
  test(`${kind}: a restore brings back a backup made during joins, says who joined since, and sends nothing`, async () => {
    const file = join(folder, `${kind}.backup`);
    const answered: { email: string; at: number }[] = [];
    const upTo = await served(options, async (database) => {
      await fillList(database, 3000);
      let isMade = false;
      const making = runCommand(options, ['backup', file, '--json']).finally(() => {
        isMade = true;
      });
      while (!isMade) {
        const email = `${answered.length}@during.example`;
        // The list and the command share this process, so joins without a pause would leave the command no time.
        await wait(50);
        await joins(database, email);
        answered.push({ email, at: Date.now() });
      }
      const backup = await making;
      expect(backup).toMatchObject({
        code: 0,
        err: expect.stringMatching(/holds \d+ entries .* was read back/),
      });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      await joins(database, 'later@during.example');
      expect(await runCommand(options, ['restore', file, '--no-input'])).toMatchObject({ code: 4 });
      if (kind === 'embedded')
        expect((await runCommand(options, ['restore', file, '--yes'])).err).toContain(
          'Stop the server first',
        );
      return Date.parse(JSON.parse(backup.out).upTo);
    });
    const refused = await runCommand(options, ['restore', file], { typed: 'no' });
    expect(refused.err).toContain('Nothing was changed.');
    const restore = await runCommand(options, ['restore', file, '--yes', '--json']);
    expect(restore).toMatchObject({ code: 0, err: expect.stringContaining('Sending is paused') });

    await served(options, async (database) => {
      const restored = await emailsOf(database);
      const promised = answered.filter(({ at }) => at < upTo);
      expect(kind === 'postgres' || promised.length > 0).toBe(true);
      expect(promised.filter(({ email }) => !restored.has(email))).toEqual([]);
      expect(restored.has('later@during.example')).toBe(false);
      const present = 3000 + answered.length + 1;
      expect(restore.err).toContain(
        `Your list has ${present} people, the backup ${file} ${restored.size}; ${present - restored.size} `,
      );
      const { replaced, lacking } = JSON.parse(restore.out);
      expect(lacking).toBe(present - restored.size);
      expect(kind === 'postgres' ? replaced === null : existsSync(replaced)).toBe(true);
      const sending = await runCommand(options, ['sending', 'status', '--json']);
      expect(JSON.parse(sending.out).pausedBecause).toBe('the list was restored from a backup');
      await joins(database, 'again@during.example');
      expect((await emailsOf(database)).has('again@during.example')).toBe(true);
    });
  });
}

for (const { kind, options } of places) {
  test(`${kind}: what is no whole backup of this kind of database changes nothing`, async () => {
    const count = () => served(options, async (database) => (await emailsOf(database)).size);
    const before = await count();
    const whole = readFileSync(join(folder, `${kind}.backup`));
    writeFileSync(join(folder, 'other.txt'), 'hello');
    writeFileSync(join(folder, 'cut.backup'), whole.subarray(0, -2000));
    const restore = (name: string) => runCommand(options, ['restore', join(folder, name), '--yes']);
    expect((await restore('other.txt')).err).toMatch(/is no backup/);
    expect((await restore('.')).err).toMatch(/^There is no file /);
    expect((await restore('cut.backup')).code).toBe(1);
    for (const { kind: elsewhere } of places.filter((place) => place.kind !== kind))
      expect((await restore(`${elsewhere}.backup`)).err).toMatch(/is a backup of an? /);
    expect(await count()).toBe(before);
    expect(existsSync(join(options.dataDir, 'postgres.restored'))).toBe(false);
  });
}
