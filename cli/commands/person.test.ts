import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import { site } from '../../content/site.ts';
import { openBothLists, testFolder } from '../../tests/support/databases.ts';
import { emptyTables } from '../../tests/support/emails.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { eraseExpired } from './erase-expired.ts';

const { lists, onBoth } = await openBothLists();
const folder = testFolder();

beforeEach(async () => {
  await emptyTables(lists);
  for (const { database } of lists)
    for (const name of ['Amina', 'Bilal', 'Dawud', 'Idris'])
      await database.query('select public.add_to_waitlist($1, $2)', [`${name}@Person.example`, 'Friend']);
});

const personCommand =
  ({ options }: (typeof lists)[number]) =>
  (words: string, typed?: string) =>
    runCommand(options, ['person', ...words.split(' ')], typed === undefined ? {} : { typed });

onBoth('$kind: show finds any spelling, and the rows of other tables too', async (list) => {
  const person = personCommand(list);
  expect(JSON.parse((await person('show AMINA@person.EXAMPLE --json')).out)).toMatchObject({
    entries: [{ email: 'Amina@person.example', source: 'Friend', state: 'joined', left_at: null }],
    outbox: expect.arrayContaining([expect.objectContaining({ kind: 'asking' })]),
  });
  expect((await person('show amina@person.example')).out).toMatch(/outbox\n[\s\S]*asking/);
});

onBoth('$kind: export says what each field is for, and has the words of the consent', async (list) => {
  const out = join(folder, `${list.kind}.json`);
  const exported = `export bilal@person.example --out ${out}`;
  expect(await personCommand(list)(exported)).toEqual({ code: 0, out: '', err: `Written to ${out}.\n` });
  expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
    held: { entries: [{ email: 'Bilal@person.example' }] },
    consent: expect.stringMatching(new RegExp(`^By joining .*${site.name}`)),
    meaning: { entries: { email: expect.stringContaining('To email you.') }, outbox: expect.anything() },
  });
});

onBoth('$kind: erase asks for the address, and leaves nothing behind', async (list) => {
  const person = personCommand(list);
  const askingEmails = () => list.database.query("select from waitlist.outbox where kind = 'asking'");
  expect((await person('erase amina@person.example --dry-run')).err).toMatch(
    /^All about amina@person\.example will be erased: their entry \(1\), .*emails \(\d\).*\. Nothing was changed\.\n$/,
  );
  expect(await person('erase amina@person.example --no-input')).toMatchObject({ code: 4, out: '' });
  for (const typed of ['amina', ''])
    expect((await person('erase amina@person.example', typed)).err).toContain('Nothing was changed.');
  expect(await askingEmails()).toHaveLength(4);
  expect((await person('erase amina@person.example', 'amina@person.example')).err).toMatch(
    /Erased\. (The running server removes it from the files of the list by 20|PostgreSQL’s own files keep .* vacuum).* Backups made before/,
  );
  expect(await askingEmails()).toHaveLength(3);
  expect(await person('erase amina@person.example --yes')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^There is no entry\. A code of its erasure remains/),
  });
  const remains = JSON.parse((await person('show amina@person.example --json')).out);
  expect(remains).toMatchObject({
    entries: [],
    outbox: [],
    erasures: [{ address_code: expect.any(String) }],
  });
});

onBoth('$kind: the audit log says what was done, and names nobody', async (list) => {
  for (const words of ['show', 'export', 'leave', 'erase --yes'])
    await personCommand(list)(`${words} idris@person.example`);
  const rows = await list.database.query<{ action: string }>(
    'select * from waitlist.audit order by id desc limit 4',
  );
  const actions = ['person erase', 'person leave', 'person export', 'person show'];
  expect(rows.map(({ action }) => action)).toEqual(actions);
  expect(JSON.stringify(rows)).not.toContain('idris');
});

onBoth('$kind: what remains after an erasure is shown, and taken back on request', async (list) => {
  const person = personCommand(list);
  const address = 'yusuf@person.example';
  await list.database.query('select public.add_to_waitlist($1, $2)', [address, 'Friend']);
  await list.database.query(
    "select waitlist.suppress(canonical, 'not-me', now()) from waitlist.entries where email = $1",
    [address],
  );
  await person(`erase ${address} --yes`);
  const shown = await person(`show ${address}`);
  expect(shown).toMatchObject({ code: 0, err: expect.stringContaining('A hash of the address') });
  expect(shown.out).toMatch(/suppressions\n[\s\S]*not-me/);
  expect((await person(`allow ${address}`)).err).toBe('Emails may go to this address again.\n');
  expect((await person(`show ${address}`)).err).toMatch(/^There is no entry\. A code of its erasure/);
  expect(await person('show nobody@person.example')).toMatchObject({ code: 1, out: '' });
});

onBoth(
  '$kind: an address that somebody named as their new one is shown, exported and erased',
  async (list) => {
    const person = personCommand(list);
    const stranger = 'stranger@elsewhere.example';
    await list.database.query(
      `insert into waitlist.outbox (entry_id, kind, queued_at, due_at, to_email, to_canonical)
     select id, 'change', now(), now(), $1, $1 from waitlist.entries where email like 'Bilal%'`,
      [stranger],
    );
    const shown = await person(`show ${stranger} --json`);
    const [asked] = JSON.parse(shown.out).outbox;
    expect(asked).toMatchObject({ kind: 'change', to_email: stranger });
    expect(asked).not.toHaveProperty('entry_id');
    expect((await person(`erase ${stranger} --yes`)).err).toContain('Erased.');
    expect((await person(`show ${stranger}`)).err).toMatch(
      /^There is no entry\. A code of its erasure remains, [^.]*\.\n$/,
    );
    expect((await person('show bilal@person.example')).code).toBe(0);
  },
);

onBoth(
  '$kind: an earlier address of an entry is erased, and nobody gets an announcement twice',
  async (list) => {
    const person = personCommand(list);
    const earlier = 'earlier@person.example';
    const bilal = "(select id from waitlist.entries where email like 'Bilal%')";
    await list.database.query(
      `insert into waitlist.announcements (name, version, subject, html, text, to_unconfirmed, people_filter, rate)
       values ('earlier', gen_random_uuid(), 'News', 'News', 'News', false, waitlist.filter_from('{}'), 60)`,
    );
    await list.database.query(
      `with sent as (
         insert into waitlist.outbox (entry_id, kind, announcement, state, queued_at, due_at, to_email, to_canonical)
         select ${bilal}, kind, case kind when 'announcement' then (select id from waitlist.announcements) end,
                'sent', now(), now(), $1, $1
           from unnest(array['announcement', 'moved']) as kind
         returning message_id, kind
       )
       insert into waitlist.email_links (hash, entry_id, purpose, message_id)
       select decode('ee', 'hex'), ${bilal}, 'leave', message_id from sent where kind = 'moved'`,
      [earlier],
    );
    const shown = await person(`show ${earlier}`);
    expect(shown).toMatchObject({ code: 0, err: expect.stringContaining('had it before') });
    expect((await person(`erase ${earlier} --yes`)).err).toContain('Erased.');
    expect((await person(`show ${earlier}`)).err).toMatch(
      /^There is no entry\. A code of its erasure remains, [^.]*\.\n$/,
    );
    const emails = `select kind, to_email from waitlist.outbox where entry_id = ${bilal} and state = 'sent'`;
    expect(await list.database.query(emails)).toEqual([{ kind: 'announcement', to_email: null }]);
    const leaves = await list.database.query(
      "select from waitlist.email_links where hash = decode('ee', 'hex')",
    );
    expect(leaves).toHaveLength(1);
  },
);

onBoth('$kind: the whole list is erased from the policy’s day on, with its number named', async (list) => {
  const { database, options } = list;
  const before = await runCommand(options, ['erase-expired', '--yes', '--people', '4']);
  expect(before.err).toMatch(
    /^The list is to be erased on \d{4}-\d\d-\d\d: 4 people\. Nothing was changed\.\n$/,
  );
  const promise = { launchedOn: null, monthsAfterLaunch: 12, latest: '2128-12-31' };
  const { stdin, stdout, stderr } = process;
  const terminal = { env: { DATA_DIR: options.dataDir }, stdin, stdout, stderr };
  const erase = (given: object, promised = promise) =>
    eraseExpired(
      { terminal, options: { input: false, ...given }, database },
      promised,
      new Date('2129-01-01'),
    );
  await expect(erase({})).rejects.toThrow('--yes');
  await expect(erase({ yes: true })).rejects.toThrow('--people 4');
  await expect(erase({ yes: true, people: 3 })).rejects.toThrow('There are 4 people on the list, not 3.');
  await expect(erase({ yes: true, people: 4 }, { ...promise, latest: '2024-01-15' })).rejects.toThrow(
    /on 2024-01-15, before the first person joined \(.*\)\. Check the years/,
  );
  expect(await database.query('select from waitlist.entries')).toHaveLength(4);
  expect((await erase({ yes: true, people: 4 })).data).toEqual({ due: '2128-12-31', erased: 4 });
  expect(await database.query('select from waitlist.entries')).toEqual([]);
});
