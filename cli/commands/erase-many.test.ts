import { writeFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { beforeEach, expect } from 'vitest';
import { openBothLists, testFolder } from '../../tests/support/databases.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { createJoin } from '../../waitlist/join.ts';

const { lists, onBoth } = await openBothLists();
const folder = testFolder();

type List = (typeof lists)[number];

/** Thirty forged joins come from one network, three people from three others. One of each has confirmed. */
beforeEach(async () => {
  for (const { database } of lists) {
    await database.query('delete from waitlist.entries');
    const join = createJoin({ database });
    const joinFrom = (email: string, clientAddress: string) =>
      join({ email, source: 'Masjid', clientAddress });
    for (let index = 0; index < 30; index += 1)
      await joinFrom(`${index}@forged.example`, `198.51.100.${index}`);
    for (const [index, name] of ['amina', 'bilal', 'dawud'].entries())
      await joinFrom(`${name}@person.example`, `203.0.${index}.1`);
    await database.query(
      "update waitlist.entries set confirmed_at = now() where email in ('dawud@person.example', '7@forged.example')",
    );
  }
});

const erase = ({ options }: List, ...words: string[]) => runCommand(options, ['person', 'erase', ...words]);

const emailsOn = async ({ database }: List) =>
  (await database.query<{ email: string }>('select email from waitlist.entries order by id')).map(
    ({ email }) => email,
  );

const people = ['amina@person.example', 'bilal@person.example', 'dawud@person.example'];

onBoth(
  '$kind: people of a crowded network are shown and erased, unless they have confirmed',
  async (list) => {
    const meant = ['--since', '2026-01-01', '--crowded', '10'];
    const dry = await erase(list, ...meant, '--dry-run');
    expect(dry.err).toMatch(/│ +29 +│[\s\S]*0@forged\.example[\s\S]*All about 29 people will be erased/);
    expect(await emailsOn(list)).toHaveLength(33);
    expect((await erase(list, ...meant, '--yes')).err).toContain('Erased: 29.');
    expect(await emailsOn(list)).toEqual(['7@forged.example', ...people]);
  },
);

onBoth('$kind: a time, a source and a network narrow the choice', async (list) => {
  const nobody = { code: 0, err: 'Nobody matches these options.\n' };
  expect(await erase(list, '--since', '2026-01-01', '--source', 'Friend', '--yes')).toMatchObject(nobody);
  expect(await erase(list, '--since', '2026-01-01', '--until', '2026-01-02', '--yes')).toMatchObject(nobody);
  const [row] = await list.database.query<{ mark: string }>(
    "select network_mark as mark from waitlist.entries where email = 'amina@person.example'",
  );
  await erase(list, '--since', '2026-01-01', '--network', row?.mark ?? '', '--yes');
  expect(await emailsOn(list)).not.toContain('amina@person.example');
  expect(await emailsOn(list)).toHaveLength(32);
});

onBoth(
  '$kind: the people of a file are erased in any spelling, and unknown ones are counted',
  async (list) => {
    const file = joinPath(folder, `forged-${list.kind}.txt`);
    const lines = [
      '\uFEFF1@FORGED.example',
      '',
      '2@forged.example',
      '2@Forged.example',
      'stranger@person.example',
    ];
    writeFileSync(file, lines.join('\r\n'));
    const { err } = await erase(list, '--from', file, '--yes');
    expect(err).toMatch(/Of 4 addresses 1 are not on the list\.\n[\s\S]*Erased: 2\./);
    expect(await emailsOn(list)).toHaveLength(31);
  },
);

onBoth('$kind: nobody is erased when the options name nobody', async (list) => {
  for (const words of [[], ['--source', 'Masjid'], ['amina@person.example', '--crowded', '10']])
    expect(await erase(list, ...words, '--yes')).toMatchObject({ code: 2 });
  expect(await emailsOn(list)).toHaveLength(33);
});
