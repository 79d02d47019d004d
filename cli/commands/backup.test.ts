import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Database, DatabaseOptions } from '../../database/database.ts';
import {
  findAnnouncement,
  noteTested,
  openAnnouncement,
  planAnnouncement,
} from '../../mail/announcements.ts';
import { type LinkPurpose, openLinks } from '../../mail/links.ts';
import type { ClaimedEmail } from '../../mail/outbox.ts';
import { bothDatabases, copyEmbeddedList, testFolder } from '../../tests/support/databases.ts';
import { claimBy, finish, sendAll } from '../../tests/support/emails.ts';
import { fillList, served } from '../../tests/support/entries.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { everybody } from '../../waitlist/filter.ts';

const { places, postgres } = await bothDatabases();
const folder = testFolder();
let files = 0;
const newFile = (name = 'list') => join(folder, `${name}-${++files}.backup`);

/** A place without a list, of one kind. */
async function emptyPlace(kind: Database['kind']): Promise<DatabaseOptions & { dataDir: string }> {
  const dataDir = testFolder();
  if (kind === 'embedded') copyEmbeddedList(dataDir);
  return { dataDir, databaseUrl: kind === 'postgres' ? await postgres?.createDatabase() : undefined };
}

/** As from a file, which no slow machine refuses. */
const joins = (database: Database, ...names: string[]) =>
  database.query(
    "select waitlist.import_batch($1::text[], array_fill('Friend'::text, array[cardinality($1::text[])]), false)",
    [names.map(addressOf)],
  );
const addressOf = (name: string) => `${name}@restore.example`;

async function emailsOf(database: Database): Promise<string[]> {
  const rows = await database.query<{ email: string }>('select email from waitlist.entries order by email');
  return rows.map(({ email }) => email);
}

/** The embedded lists of these tests are copies of one. A list that began by itself has its own keys. */
const makeKeys = (database: Database) =>
  database.query(
    `update waitlist.email_key set secret = sha256(uuid_send(gen_random_uuid())), link_secret = sha256(uuid_send(gen_random_uuid()))`,
  );

/** Sends what is owed. Returns the emails by the names of their people. */
async function sent(database: Database): Promise<Record<string, ClaimedEmail>> {
  const emails: Record<string, ClaimedEmail> = {};
  for (let email = await claimBy(database); email; email = await claimBy(database)) {
    await finish(database, email);
    emails[email.email.replace(/@.*/, '')] = email;
  }
  return emails;
}

/** Follows a link as a server does. */
async function press(database: Database, email: ClaimedEmail | undefined, purpose: LinkPurpose) {
  const links = openLinks(database);
  const token = email?.tokens[purpose] ?? '';
  return (await links.isOurs(token)) && links.follow({ token, purpose, via: 'link' });
}

async function backedUp(options: DatabaseOptions): Promise<string> {
  const file = newFile();
  const outcome = await runCommand(options, ['backup', file]);
  expect(outcome).toMatchObject({ code: 0 });
  return file;
}

/** The lines of a backup. */
const linesOf = (file: string) => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');

for (const { kind, options } of places) {
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

  test(`${kind}: a backup holds no key of a day, and no counts`, async () => {
    const file = await backedUp(options);
    const tables = linesOf(file).flatMap((line) => Object.keys(JSON.parse(line)));
    expect(tables).toContain('entries');
    for (const table of ['client_keys', 'rate_limits', 'joins_of_minute', 'email_hours'])
      expect(tables).not.toContain(table);
  });
}

/** What people do after a backup: see the names. */
async function goOn(options: DatabaseOptions, database: Database): Promise<void> {
  const run = async (...words: string[]) =>
    expect(await runCommand(options, words)).toMatchObject({ code: 0 });
  const idOf = (name: string) => `(select id from waitlist.entries where email = '${addressOf(name)}')`;
  await sendAll(database);
  await run('person', 'leave', addressOf('leaves'));
  await run('person', 'erase', addressOf('erased'), '--yes');
  await run('person', 'erase', addressOf('returns'), '--yes');
  await joins(database, 'returns', 'newcomer');
  await database.query(
    `insert into waitlist.email_links (hash, entry_id, purpose) values
       ('\\xaa', ${idOf('denies')}, 'not-me'), ('\\xbb', ${idOf('moves')}, 'place')`,
  );
  await database.query("select waitlist.follow_link('aa', 'not-me', 'link')");
  // A person with two places who moves one to the other's address keeps one of them.
  await database.query(`delete from waitlist.entries where id = ${idOf('moved')}`);
  await database.query(
    `update waitlist.entries set email = '${addressOf('moved')}', canonical = '${addressOf('moved')}' where id = ${idOf('moves')}`,
  );
  await database.query(
    `select waitlist.note_bounce((select message_id::text from waitlist.outbox where entry_id = ${idOf('complains')} limit 1), 'complaint')`,
  );
  await database.query(
    `select waitlist.note_bounce((select message_id::text from waitlist.outbox where entry_id = ${idOf('bounces')} limit 1), 'gone')`,
  );
  // By a mistake of ours, not by their wish.
  await database.query(`delete from waitlist.entries where id = ${idOf('lost')}`);
}

const people = [
  'stays',
  'leaves',
  'erased',
  'returns',
  'denies',
  'moves',
  'moved',
  'complains',
  'bounces',
  'lost',
];

for (const { kind } of places) {
  test(`${kind}: what people decided since the backup stays decided, and who is missing comes back`, async () => {
    const options = await emptyPlace(kind);
    const file = await served(options, async (database) => {
      await joins(database, ...people);
      const made = await backedUp(options);
      await goOn(options, database);
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
    const { replaced } = JSON.parse(restored.out);
    expect(dirname(replaced)).toBe(folder);
    await served(options, async (database) => {
      const names = 'bounces complains leaves lost moved newcomer returns stays'.split(' ');
      expect(await emailsOf(database)).toEqual(names.map(addressOf));
      const left = await database.query(
        "select email from waitlist.entries where state = 'left' order by email",
      );
      expect(left).toEqual(['complains', 'leaves'].map((name) => ({ email: addressOf(name) })));
      const suppressed = await database.query('select reason from waitlist.suppressions order by reason');
      expect(suppressed).toEqual([{ reason: 'bounce' }, { reason: 'complaint' }, { reason: 'not-me' }]);
      const [lost] = await database.query(
        `select (select count(*)::int from waitlist.evidence where entry_id = id) as evidence,
                (select count(*)::int from waitlist.outbox where entry_id = id) as emails
           from waitlist.entries where email = '${addressOf('lost')}'`,
      );
      expect(lost).toEqual({ evidence: 1, emails: 1 });
      // The erased may join again, and everybody else too.
      await joins(database, 'erased', 'anybody');
      expect(await emailsOf(database)).toContain(addressOf('erased'));
    });
    const left = await runCommand(options, ['restore', file, '--yes', '--json']);
    expect(JSON.parse(left.out).joined.people).toBe(4);
    await served(options, async (database) => {
      expect(await database.query('select from waitlist.list_state where left_out_in_files')).toEqual([]);
      const emails = await emailsOf(database);
      for (const name of ['newcomer', 'anybody', 'erased', 'returns'])
        expect(emails).not.toContain(addressOf(name));
    });
  });

  test(`${kind}: a lost list comes back whole, and people of its successor can be kept`, async () => {
    const lost = await emptyPlace(kind);
    let earlier: Record<string, ClaimedEmail> = {};
    const file = await served(lost, async (database) => {
      await joins(database, 'old', 'both', 'left', 'erased');
      earlier = await sent(database);
      await database.query("select waitlist.suppress('gone@restore.example', 'not-me', now())");
      return backedUp(lost);
    });
    for (const words of [['--keep-joined'], []]) {
      const successor = await emptyPlace(kind);
      let emails: Record<string, ClaimedEmail> = {};
      await served(successor, async (database) => {
        await makeKeys(database);
        await joins(database, 'both', 'new', 'denies', 'left');
        emails = await sent(database);
        for (const name of ['denies', 'stranger'])
          await database.query("select waitlist.suppress($1, 'not-me', now())", [addressOf(name)]);
        await joins(database, 'erased');
        await database.query("select waitlist.erase_address('erased@restore.example', 'person erase')");
        await database.query(
          "select waitlist.leave(id, 'by hand') from waitlist.entries where email like 'left@%'",
        );
      });
      const rehearsed = await runCommand(successor, ['restore', file, '--dry-run', ...words]);
      expect(rehearsed.err).toContain('The list here is another one, with 4 people');
      const restored = await runCommand(successor, ['restore', file, '--yes', ...words]);
      expect(restored).toMatchObject({ code: 0 });
      await served(successor, async (database) => {
        const kept = ['both', 'denies', 'left', 'new', 'old'];
        const names = words.length > 0 ? kept : ['both', 'left', 'old'];
        expect(await emailsOf(database)).toEqual(names.map(addressOf));
        const left = "select email from waitlist.entries where state = 'left' and left_at is not null";
        expect(await database.query(left)).toEqual([{ email: addressOf('left') }]);
        expect(await press(database, earlier.left, 'confirm')).toBe(false);
        const owed = `select from waitlist.outbox join waitlist.entries on id = entry_id
                       where entries.state = 'left' and outbox.state = 'waiting'`;
        expect(await database.query(owed)).toEqual([]);
        for (const name of ['gone', 'denies', 'stranger'])
          expect(
            await database.query('select waitlist.has_refused($1) as refused', [addressOf(name)]),
            name,
          ).toEqual([{ refused: true }]);
        const [evidence] = await database.query<{ people: number }>(
          `select count(distinct entry_id)::int as people from waitlist.evidence
            where entry_id in (select id from waitlist.entries)`,
        );
        expect(evidence?.people).toBe(names.length);
        if (words.length === 0) return;
        // Of the emails that the successor has sent.
        for (const name of ['new', 'both'])
          expect(await press(database, emails[name], 'leave'), name).toBe(true);
        expect(await database.query(left)).toHaveLength(3);
      });
    }
  });
}

for (const { kind } of places)
  test(`${kind}: of a person in both, the newer state counts, in the list or the backup`, async () => {
    const original = await emptyPlace(kind);
    const [older, newer, emails] = await served(original, async (database) => {
      await joins(database, 'leaves', 'moves', 'denies', 'erased', 'stays');
      const all = await sent(database);
      const first = await backedUp(original);
      await runCommand(original, ['person', 'leave', addressOf('leaves')]);
      await runCommand(original, ['person', 'erase', addressOf('erased'), '--yes']);
      await database.query("select waitlist.suppress('denies@restore.example', 'not-me', now())");
      await database.query(
        `with moved as (
           update waitlist.entries set email = 'moved@restore.example', canonical = 'moved@restore.example', confirmed_at = now()
            where email like 'moves@%' returning id
         )
         insert into waitlist.evidence (entry_id, at, event, via, wording) select id, clock_timestamp(), 'confirmed', 'link', 'w1' from moved`,
      );
      await database.query(
        `delete from waitlist.email_links
          where purpose = 'place' and entry_id = (select id from waitlist.entries where email like 'moved@%')`,
      );
      await joins(database, 'later');
      return [first, await backedUp(original), all] as const;
    });
    const place = await emptyPlace(kind);
    expect(await runCommand(place, ['restore', older, '--yes'])).toMatchObject({ code: 0 });
    await served(place, (database) => joins(database, 'meanwhile'));
    const again = await runCommand(place, ['restore', newer, '--keep-joined', '--yes']);
    expect(again).toMatchObject({ code: 0, err: expect.stringContaining('newer in the backup: 2') });
    await served(place, async (database) => {
      const names = ['denies', 'later', 'leaves', 'meanwhile', 'moved', 'stays'];
      expect(await emailsOf(database)).toEqual(names.map(addressOf));
      const left = "select email from waitlist.entries where state = 'left'";
      expect(await database.query(left)).toEqual([{ email: addressOf('leaves') }]);
      expect(await database.query('select reason from waitlist.suppressions')).toEqual([
        { reason: 'not-me' },
      ]);
      // A move has ended the first link, and not the other.
      expect(await press(database, emails.moves, 'place')).toBe(false);
      expect(await press(database, emails.moves, 'leave')).toBe(true);
    });
  });

for (const { kind } of places) {
  test(`${kind}: a place that moved to an erased address is not erased`, async () => {
    const options = await emptyPlace(kind);
    const file = await served(options, async (database) => {
      await joins(database, 'mover', 'erased');
      await runCommand(options, ['person', 'erase', addressOf('erased'), '--yes']);
      await database.query(
        `with moved as (
           update waitlist.entries set email = '${addressOf('erased')}', canonical = '${addressOf('erased')}' returning id
         )
         insert into waitlist.evidence (entry_id, at, event, via, wording)
         select id, clock_timestamp(), 'confirmed', 'link', 'w1' from moved`,
      );
      return backedUp(options);
    });
    // By a mistake of ours.
    await served(options, (database) => database.query('delete from waitlist.entries'));
    for (const place of [options, await emptyPlace(kind)]) {
      expect(await runCommand(place, ['restore', file, '--yes'])).toMatchObject({ code: 0 });
      expect(await served(place, emailsOf)).toEqual([addressOf('erased')]);
    }
  });

  test(`${kind}: the links in emails that were sent before the list was lost still work`, async () => {
    const lost = await emptyPlace(kind);
    const [file, emails] = await served(lost, async (database) => {
      await makeKeys(database);
      await joins(database, 'reader');
      const all = await sent(database);
      return [await backedUp(lost), all] as const;
    });
    const place = await emptyPlace(kind);
    await served(place, makeKeys);
    expect(await runCommand(place, ['restore', file, '--yes'])).toMatchObject({ code: 0 });
    await served(place, async (database) => {
      expect(await press(database, emails.reader, 'leave')).toBe(true);
      expect(await database.query('select state from waitlist.entries')).toEqual([{ state: 'left' }]);
    });
  });

  test(`${kind}: a limit that the backup did not know is still there after a restore`, async () => {
    const older = await emptyPlace(kind);
    const file = await served(older, async (database) => {
      await joins(database, 'somebody');
      await database.query("delete from waitlist.limits where name = 'emails-an-hour'");
      await database.query("update waitlist.limits set most = 7 where name = 'client'");
      return backedUp(older);
    });
    const place = await emptyPlace(kind);
    expect(await runCommand(place, ['restore', file, '--yes'])).toMatchObject({ code: 0 });
    await served(place, async (database) => {
      const limits = await database.query<{ name: string; most: number }>(
        'select name, most from waitlist.limits',
      );
      expect(limits.map(({ name }) => name)).toContain('emails-an-hour');
      expect(limits).toContainEqual({ name: 'client', most: 7 });
    });
  });
}

/** Plans an announcement for everybody whom these others have not reached. */
const plan = (database: Database, name: string, notSent: string[] = []) =>
  planAnnouncement(database, {
    name,
    words: { subject: 'News', html: '<p>News</p>', text: 'News' },
    toUnconfirmed: true,
    meant: { ...everybody, notSent },
    first: null,
    rate: 600,
  });

/** Plans an announcement and queues it for everybody. */
async function announce(database: Database, name: string) {
  await plan(database, name);
  const planned = await findAnnouncement(database, name);
  await noteTested(database, name, planned?.version ?? '');
  expect(await openAnnouncement(database, name)).toBe(true);
}

/** Which announcements the outbox holds for a person. */
async function announcementsFor(database: Database, name: string): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select known.name
       from waitlist.announcements as known
       join waitlist.outbox on announcement = known.id
       join waitlist.entries on entries.id = entry_id
      where email = $1
      order by known.name`,
    [addressOf(name)],
  );
  return rows.map((row) => row.name);
}

/**
 * A list that was restored from a backup without announcements, and a newer backup of the lost list. In that backup *first* has the
 * number 1 and *second* 2, and *later* is a recipient of both. The list gives the number 2 to its next announcement.
 */
async function restoredFromOlder(kind: Database['kind']) {
  const lost = await emptyPlace(kind);
  const [older, newer] = await served(lost, async (database) => {
    await joins(database, 'early');
    const first = await backedUp(lost);
    await joins(database, 'later');
    await announce(database, 'first');
    await announce(database, 'second');
    await plan(database, 'instead', ['second']);
    return [first, await backedUp(lost)] as const;
  });
  const place = await emptyPlace(kind);
  expect(await runCommand(place, ['restore', older, '--yes'])).toMatchObject({ code: 0 });
  expect(await runCommand(place, ['sending', 'resume', '--yes'])).toMatchObject({ code: 0 });
  return { place, newer };
}

for (const { kind } of places) {
  test(`${kind}: people come back with their emails of an announcement that was planned again`, async () => {
    const { place, newer } = await restoredFromOlder(kind);
    await served(place, (database) => announce(database, 'first'));
    expect(await runCommand(place, ['restore', newer, '--yes'])).toMatchObject({ code: 0 });
    await served(place, async (database) => {
      expect(await emailsOf(database)).toEqual(['early', 'later'].map(addressOf));
      expect(await announcementsFor(database, 'later')).toEqual(['first', 'second']);
      expect(await announcementsFor(database, 'early')).toEqual(['first']);
    });
  });

  test(`${kind}: an announcement whose number is taken comes back under another number`, async () => {
    const { place, newer } = await restoredFromOlder(kind);
    await served(place, (database) => announce(database, 'other'));
    expect(await runCommand(place, ['restore', newer, '--yes'])).toMatchObject({ code: 0 });
    await served(place, async (database) => {
      expect(await announcementsFor(database, 'later')).toEqual(['first', 'second']);
      expect(await announcementsFor(database, 'early')).toEqual(['other']);
    });
  });

  test(`${kind}: the audience of an announcement still names others whose number has changed`, async () => {
    const { place, newer } = await restoredFromOlder(kind);
    await served(place, (database) => announce(database, 'other'));
    expect(await runCommand(place, ['restore', newer, '--yes'])).toMatchObject({ code: 0 });
    await served(place, async (database) => {
      const instead = await findAnnouncement(database, 'instead');
      expect(instead?.meant.notSent).toEqual(['second']);
    });
  });

  test(`${kind}: people of another list are kept without its announcements, beside an empty backup`, async () => {
    const lost = await emptyPlace(kind);
    const file = await served(lost, () => backedUp(lost));
    const successor = await emptyPlace(kind);
    await served(successor, async (database) => {
      await makeKeys(database);
      await joins(database, 'new');
      await announce(database, 'news');
    });
    const restored = await runCommand(successor, ['restore', file, '--keep-joined', '--yes']);
    expect(restored).toMatchObject({ code: 0 });
    await served(successor, async (database) => {
      expect(await emailsOf(database)).toEqual([addressOf('new')]);
      expect(await announcementsFor(database, 'new')).toEqual([]);
    });
  });
}

test('a restore refuses while a server uses a PostgreSQL', { skip: !postgres }, async () => {
  const options = await emptyPlace('postgres');
  const { startPresence } = await import('../../waitlist/presence.ts');
  const file = await served(options, async (database) => {
    await joins(database, 'somebody');
    return backedUp(options);
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

for (const { kind, options } of places)
  test(`${kind}: what is no whole backup, or does not fit, changes nothing`, async () => {
    const count = () => served(options, async (database) => (await emailsOf(database)).length);
    const before = await count();
    const whole = await backedUp(options);
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
    expect(await count()).toBe(before);
  });

if (postgres)
  for (const to of ['postgres', 'embedded'] as const)
    test(`a move to ${to} takes everything along, and leaves one list alive`, async () => {
      const { dataDir } = await emptyPlace('embedded');
      const both = { dataDir, databaseUrl: await postgres.createDatabase() };
      const embedded = { dataDir };
      const [from, into] = to === 'postgres' ? [embedded, both] : [both, embedded];
      const emails = await served(from, async (database) => {
        await joins(database, 'mover', 'leaver');
        const all = await sent(database);
        await database.query("select waitlist.suppress('gone@restore.example', 'not-me', now())");
        await database.query("update waitlist.limits set most = 7 where name = 'client'");
        await runCommand(from, ['person', 'leave', addressOf('leaver')]);
        return all;
      });
      const before = linesOf(await backedUp(from));
      const moved = await runCommand(both, ['move', newFile(), '--to', to, '--yes']);
      expect(moved).toMatchObject({ code: 0, err: expect.stringContaining('is not opened any more') });
      const after = linesOf(await backedUp(into));
      const peopleIn = (lines: string[]) => lines.filter((line) => line.startsWith('{"entries"'));
      expect(peopleIn(after)).toEqual(peopleIn(before));
      expect(after.find((line) => line.startsWith('{"limits"'))).toEqual(
        before.find((line) => line.startsWith('{"limits"')),
      );
      expect((await runCommand(into, ['sending', 'status'])).out).toContain('the list was moved here');
      for (const opened of [runCommand(from, ['stats']), runCommand(from, ['backup', newFile()])])
        expect(await opened).toMatchObject({
          code: 1,
          err: expect.stringMatching(/^This list was moved to /),
        });
      await expect(served(from, async () => {})).rejects.toThrow(
        /This list was moved to .*Use it there: with DATABASE_URL/s,
      );
      // Back again: what has happened since replaces the list that was left.
      await served(into, async (database) => {
        expect(await press(database, emails.mover, 'confirm')).toBe(true);
        await joins(database, 'later');
      });
      const back = await runCommand(both, [
        'move',
        newFile(),
        '--to',
        to === 'postgres' ? 'embedded' : 'postgres',
        '--yes',
      ]);
      expect(back).toMatchObject({ code: 0 });
      expect(await served(from, emailsOf)).toEqual(['later', 'leaver', 'mover'].map(addressOf));
      const undone = await runCommand(to === 'postgres' ? both : embedded, ['move', '--undo', '--yes']);
      expect(undone.err).toContain('Use one of the two lists only.');
      expect(await served(into, emailsOf)).toHaveLength(3);
      expect(existsSync(dataDir)).toBe(true);
    });
