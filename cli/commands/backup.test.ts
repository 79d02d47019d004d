import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { DatabaseOptions } from '../../database/database.ts';
import { bothLists, testFolder } from '../../tests/support/databases.ts';
import { fillList, served } from '../../tests/support/entries.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import {
  addressOf,
  emailsOf,
  emptyList,
  goOn,
  joins,
  linesOf,
  makeKeys,
  people,
} from '../../tests/support/restores.ts';

const { lists, postgres } = await bothLists();
const folder = testFolder();
let files = 0;
const newFile = (name = 'list') => join(folder, `${name}-${++files}.backup`);

async function newBackup(options: DatabaseOptions): Promise<string> {
  const file = newFile();
  const outcome = await runCommand(options, ['backup', file]);
  expect(outcome).toMatchObject({ code: 0 });
  return file;
}

for (const { kind, options } of lists) {
  test(`${kind}: a backup made during joins holds everybody who was answered before it`, async () => {
    const file = newFile('during');
    const answered: { email: string; at: number }[] = [];
    const { upTo, people } = await served(options, async (database) => {
      await fillList(database, 3000);
      let isMade = false;
      const making = runCommand(options, ['backup', file, '--json']).finally(() => {
        isMade = true;
      });
      while (!isMade) {
        const name = `during${answered.length}`;
        // The list and the command share this process, so joins without a pause would leave the command no time.
        await wait(20);
        await joins(database, name);
        answered.push({ email: addressOf(name), at: Date.now() });
      }
      const backup = await making;
      expect(backup.err).toMatch(
        /holds [\d,]+ people \(with those who have left\), 0 suppressions and 0 announcements .* was read back/,
      );
      expect(statSync(file).mode & 0o777).toBe(0o600);
      return JSON.parse(backup.out);
    });
    const held = linesOf(file).join('\n');
    const promised = answered.filter(({ at }) => at < Date.parse(upTo));
    expect(people).toBeGreaterThanOrEqual(3000 + promised.length);
    for (const { email } of promised) expect(held).toContain(email);
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  test(`${kind}: a backup never takes the place of a file`, async () => {
    const file = newFile();
    writeFileSync(file, 'last week’s');
    expect(await runCommand(options, ['backup', file])).toMatchObject({
      code: 1,
      err: expect.stringContaining('is there already and was not touched'),
    });
    expect(readFileSync(file, 'utf8')).toBe('last week’s');
    const both = await Promise.all([1, 2].map(() => runCommand(options, ['backup', `${file}.two`])));
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(linesOf(`${file}.two`).at(-1)).toContain('"sha256"');
  });

  test(`${kind}: a backup holds no key of a day, no counts and nothing computed`, async () => {
    const file = await newBackup(options);
    const tables = linesOf(file).flatMap((line) => Object.keys(JSON.parse(line)));
    expect(tables).toContain('entries');
    expect(tables).toContain('outbox');
    expect(linesOf(file).join('\n')).not.toContain('"is_open"');
    for (const table of ['client_keys', 'rate_limits', 'joins_of_minute', 'email_hours'])
      expect(tables).not.toContain(table);
  });
}

for (const { kind } of lists) {
  test(`${kind}: a restore says what has happened since the backup, and asks`, async () => {
    const options = await emptyList(kind);
    const file = await served(options, async (database) => {
      await joins(database, ...people);
      const made = await newBackup(options);
      await goOn(database);
      // A rehearsal does not mind the server.
      const rehearsed = await runCommand(options, ['restore', made, '--dry-run']);
      expect(rehearsed).toMatchObject({ code: 0, out: '' });
      expect(rehearsed.err).toContain('Nothing was changed.');
      expect(rehearsed.err).toMatch(/joined: 2 \(they are left out, unless --keep-joined\): .*newcomer@/);
      expect(rehearsed.err).toMatch(/left: 1 .*: leaves@/);
      expect(rehearsed.err).toMatch(/said “This wasn’t me”: 1 \(stays so\)$/m);
      expect(rehearsed.err).toMatch(/complained: 1 .*: complains@/);
      expect(rehearsed.err).toMatch(/bounced: 1 /);
      expect(rehearsed.err).toMatch(/changed their address: 1 .*: moves@.* → moved@/);
      expect(rehearsed.err).toMatch(/erased: 2 \(they stay so\)$/m);
      expect(rehearsed.err).toMatch(/missing here without having been erased: 1 .*: lost@/);
      if (kind === 'embedded') {
        const refused = await runCommand(options, ['restore', made, '--yes']);
        expect(refused.err).toContain('Stop the server first');
      }
      return made;
    });
    const asked = await runCommand(options, ['restore', file, '--no-input']);
    expect(asked).toMatchObject({ code: 4, err: expect.stringContaining('they come back') });
    expect((await runCommand(options, ['restore', file], { typed: 'no' })).err).toContain(
      'Nothing was changed.',
    );
    const restored = await runCommand(options, ['restore', file, '--keep-joined', '--yes', '--json']);
    expect(restored).toMatchObject({ code: 0, err: expect.stringContaining('Sending is paused') });
    const { replaced, joined } = JSON.parse(restored.out);
    expect(joined.count).toBe(2);
    expect(dirname(replaced)).toBe(folder);
  });

  test(`${kind}: a restore says when the list is another one, and whether its people stay`, async () => {
    const lost = await emptyList(kind);
    const file = await served(lost, async (database) => {
      await joins(database, 'old');
      return newBackup(lost);
    });
    const successor = await emptyList(kind);
    await served(successor, async (database) => {
      await makeKeys(database);
      await joins(database, 'one', 'two', 'three', 'four');
    });
    for (const [words, stay] of [
      [['--keep-joined'], 'they stay'],
      [[], 'they are left out'],
    ] as const) {
      const rehearsed = await runCommand(successor, ['restore', file, '--dry-run', ...words]);
      expect(rehearsed.err).toContain('The list here is another one, with 4 people');
      expect(rehearsed.err).toContain(`Of those here: ${stay}`);
    }
  });
}

test('a restore refuses while a server uses a PostgreSQL', { skip: !postgres }, async () => {
  const options = await emptyList('postgres');
  const { startPresence } = await import('../../waitlist/presence.ts');
  const file = await served(options, async (database) => {
    await joins(database, 'somebody');
    return newBackup(options);
  });
  await served(options, async (database) => {
    const end = startPresence(database);
    await expect.poll(() => database.query('select from waitlist.servers')).toHaveLength(1);
    expect((await runCommand(options, ['restore', file, '--yes'])).err).toContain('Stop the server first');
    expect(await runCommand(options, ['restore', file, '--dry-run'])).toMatchObject({ code: 0 });
    await end();
  });
  expect(await runCommand(options, ['restore', file, '--yes'])).toMatchObject({ code: 0 });
});

for (const { kind, options } of lists)
  test(`${kind}: what is no whole backup, or does not fit, changes nothing`, async () => {
    const countPeople = () => served(options, async (database) => (await emailsOf(database)).length);
    const before = await countPeople();
    const whole = await newBackup(options);
    const bytes = readFileSync(whole);
    const lines = linesOf(whole);
    const packed = (...changed: string[]) => gzipSync(`${changed.join('\n')}\n`);
    const changedHead = (change: object) =>
      packed(JSON.stringify({ ...JSON.parse(lines[0] ?? ''), ...change }), ...lines.slice(1));
    const broken: [content: Buffer | string, sentence: RegExp][] = [
      ['hello', /is no backup of this product/],
      ['', /is cut off|is no backup/],
      [gzipSync('email\na@b.example\n'), /is no backup of this product/],
      [bytes.subarray(0, bytes.length / 2), /is cut off: its end is missing/],
      [packed(...lines.slice(0, -1)), /is cut off: its end is missing/],
      [packed(...lines.slice(0, 3), ...lines.slice(4)), /is damaged/],
      [packed(...lines.map((line) => line.replace('+p1@', '+x1@'))), /is damaged/],
      [changedHead({ version: 2 }), /later version of this software/],
    ];
    for (const [content, sentence] of broken) {
      const file = newFile('broken');
      writeFileSync(file, content);
      const outcome = await runCommand(options, ['restore', file, '--yes']);
      expect(outcome).toMatchObject({ code: 1, err: expect.stringMatching(sentence) });
    }
    expect((await runCommand(options, ['restore', folder, '--yes'])).err).toMatch(/^There is no file /);
    expect(await countPeople()).toBe(before);
  });
