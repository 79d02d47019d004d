import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { bounceForms } from '../tests/support/bounce-forms.ts';
import { openBothLists } from '../tests/support/databases.ts';
import { emptyTables, finish, joinAll, later, mustClaim, setLimit } from '../tests/support/emails.ts';
import { readBounce } from './bounce.ts';
import { type Bounce, noteBounce } from './note-bounce.ts';
import { retryEmails } from './outbox-emails.ts';

const { lists, test } = await openBothLists();

beforeEach(() => emptyTables(lists));

/** The id of our email in every file of the folder `bounces`. */
const messageId = '0123456789abcdef0123456789abcdef';
const folder = join(import.meta.dirname, 'bounces');

/** Each file's folder is what it should be read as. Its first line names the server whose form it imitates. */
const files = readdirSync(folder).flatMap((verdict) =>
  readdirSync(join(folder, verdict)).map((name) => ({ verdict, name, path: join(folder, verdict, name) })),
);

it.for(files)('$verdict: $name', async ({ verdict, path }) => {
  const bounce = await readBounce(readFileSync(path));
  expect(bounce?.verdict ?? 'nothing').toBe(verdict);
  if (bounce) expect(bounce.messageIds[0]).toBe(messageId);
});

it('line ends of every system, and the line of an mbox before the headers, change nothing', async () => {
  for (const { path, verdict } of files.filter((file) => file.name.startsWith('exim'))) {
    const text = readFileSync(path, 'utf8');
    const inMbox = `From MAILER-DAEMON Mon Nov  2 10:00:00 2026\n${text}`;
    for (const variant of [text.replaceAll('\n', '\r\n'), text.replaceAll('\n', '\r'), inMbox, `\n\n${text}`])
      expect(await readBounce(variant)).toMatchObject({ verdict, messageIds: [messageId] });
  }
});

it('a message that cannot be taken apart is unreadable, and about nobody', async () => {
  const nested = Array.from(
    { length: 300 },
    (_, depth) => `Content-Type: multipart/mixed; boundary="b${depth}"\n\n--b${depth}\n`,
  );
  expect(await readBounce(nested.join(''))).toEqual({ messageIds: [], verdict: 'unreadable' });
});

it('bytes that are no message at all are no bounce', async () => {
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256));
  expect(await readBounce(noise)).toBeUndefined();
  expect(await readBounce('')).toBeUndefined();
});

const suppressions = (database: Database) =>
  database.query('select reason, soft_bounces from waitlist.suppressions');

/** Sends an email to somebody who joins. Returns its id. */
async function sendTo(database: Database, email: string): Promise<string> {
  await joinAll(database, [email]);
  const claimed = await mustClaim(database);
  await finish(database, claimed);
  return claimed.messageId;
}

/** A bounce as a relay writes it. */
async function bounceOf(id: string, reply: string, status: string): Promise<Bounce> {
  const write = bounceForms['a report'];
  const facts = { to: `bounce+${id}@bukoor.example`, recipient: 'amina@one.example', reply, status };
  return (await readBounce(write(facts))) as Bounce;
}

test('the same bounce read three times counts once', async (database) => {
  const id = await sendTo(database, 'amina@one.example');
  const full = await bounceOf(id, '552 5.2.2 mailbox is full', '5.2.2');
  const effects = [];
  for (let times = 0; times < 3; times += 1) effects.push(await noteBounce(database, full));
  expect(effects).toEqual(['counted', 'repeated', 'repeated']);
  expect(await suppressions(database)).toEqual([{ reason: null, soft_bounces: 1 }]);
});

test('a worse bounce of the same email still acts, a milder one does not', async (database) => {
  const id = await sendTo(database, 'amina@one.example');
  const effects = [];
  for (const verdict of [
    'unwilling',
    'no-mailbox',
    'unwilling',
    'no-mailbox',
    'complaint',
    'no-mailbox',
  ] as const)
    effects.push(await noteBounce(database, { messageIds: [id], verdict }));
  expect(effects).toEqual(['counted', 'suppressed', 'repeated', 'repeated', 'suppressed', 'repeated']);
  expect(await suppressions(database)).toMatchObject([{ reason: 'complaint' }]);
});

test('an old bounce that is read again does not suppress an allowed address', async (database) => {
  const id = await sendTo(database, 'amina@one.example');
  const noMailbox = await bounceOf(id, '550 5.1.1 user unknown', '5.1.1');
  expect(await noteBounce(database, noMailbox)).toBe('suppressed');
  await database.query('delete from waitlist.suppressions');
  expect(await noteBounce(database, noMailbox)).toBe('repeated');
  expect(await suppressions(database)).toEqual([]);
});

test('a bounce that is taken back was none: the next one counts', async (database) => {
  await joinAll(database, ['amina@one.example']);
  const claimed = await mustClaim(database);
  await finish(database, claimed, 'rejected', 'soft');
  await finish(database, claimed, 'our-fault');
  expect(await suppressions(database)).toEqual([]);
  await later(database, '1 hour');
  await finish(database, await mustClaim(database), 'rejected', 'soft');
  expect(await suppressions(database)).toEqual([{ reason: null, soft_bounces: 1 }]);
});

/** Sends two emails to a full mailbox, a day apart. */
async function bounceTwice(database: Database): Promise<void> {
  for (let emails = 0; emails < 2; emails += 1) {
    const id = await sendTo(database, 'amina@one.example');
    await noteBounce(database, { messageIds: [id], verdict: 'unwilling' });
    await later(database, '1 day');
  }
}

for (const bounce of ['soft', 'hard'] as const)
  test(`a ${bounce} bounce that is taken back leaves the bounces of earlier emails`, async (database) => {
    await bounceTwice(database);
    await joinAll(database, ['amina@one.example']);
    const claimed = await mustClaim(database);
    await finish(database, claimed, 'rejected', bounce);
    expect(await suppressions(database)).toMatchObject([{ reason: 'bounce' }]);
    await finish(database, claimed, 'our-fault');
    expect(await suppressions(database)).toEqual([{ reason: null, soft_bounces: 2 }]);
  });

test('taking back a bounce leaves the end that earlier bounces have made', async (database) => {
  await joinAll(database, ['amina@one.example']);
  const claimed = await mustClaim(database);
  await finish(database, claimed, 'rejected', 'soft');
  await database.query("update waitlist.suppressions set soft_bounces = 4, reason = 'bounce'");
  await finish(database, claimed, 'our-fault');
  expect(await suppressions(database)).toEqual([{ reason: 'bounce', soft_bounces: 3 }]);
});

test('a limit of one ends emails at the first bounce', async (database) => {
  await setLimit(database, 'soft-bounces', 1);
  const id = await sendTo(database, 'amina@one.example');
  expect(await noteBounce(database, { messageIds: [id], verdict: 'unwilling' })).toBe('suppressed');
  await setLimit(database, 'soft-bounces', 3);
});

test('an email that is sent once more may come back once more', async (database) => {
  await joinAll(database, ['amina@one.example']);
  const claimed = await mustClaim(database);
  const id = claimed.messageId;
  await finish(database, claimed, 'rejected', 'hard');
  await database.query('delete from waitlist.suppressions');
  await retryEmails(database, { ids: [id] });
  await finish(database, await mustClaim(database));
  expect(await noteBounce(database, { messageIds: [id], verdict: 'no-mailbox' })).toBe('suppressed');
});

test('three emails to a full mailbox, each with its bounce, end emails to it', async (database) => {
  const effects = [];
  for (let emails = 0; emails < 3; emails += 1) {
    const id = await sendTo(database, 'amina@one.example');
    effects.push(await noteBounce(database, await bounceOf(id, '552 5.2.2 mailbox is full', '5.2.2')));
    await later(database, '1 day');
  }
  expect(effects).toEqual(['counted', 'counted', 'suppressed']);
});

test('a bounce about us, or an unreadable one, is noted and counts against nobody', async (database) => {
  const id = await sendTo(database, 'amina@one.example');
  const blocked = await bounceOf(id, '550 5.1.1 blocked using a blocklist', '5.1.1');
  expect(await noteBounce(database, blocked)).toBe('about-us');
  expect(await noteBounce(database, blocked)).toBe('repeated');
  const unread = await sendTo(database, 'idris@one.example');
  expect(await noteBounce(database, { messageIds: [unread], verdict: 'unreadable' })).toBe('unreadable');
  for (const other of ['deferred', 'about-us', 'unreadable'])
    expect(await database.query('select waitlist.note_bounce($1, $2) as effect', [id, other])).toEqual([
      { effect: null },
    ]);
  expect(await suppressions(database)).toEqual([]);
  expect(await database.query('select bounced from waitlist.outbox')).toEqual([
    { bounced: 'uncounted' },
    { bounced: 'uncounted' },
  ]);
  // A harder one still counts.
  expect(await noteBounce(database, { messageIds: [id], verdict: 'no-mailbox' })).toBe('suppressed');
  const other = await sendTo(database, 'bilal@one.example');
  for (const effect of ['noted', 'repeated'])
    expect(await database.query("select waitlist.note_bounce($1, 'uncounted') as effect", [other])).toEqual([
      { effect },
    ]);
});

for (const verdict of ['about-us', 'unreadable'] as const)
  test(`a bounce of somebody else’s email that is ${verdict} is foreign`, async (database) => {
    const [one, other] = [
      await sendTo(database, 'amina@one.example'),
      await sendTo(database, 'bilal@one.example'),
    ];
    const foreign = 'f'.repeat(32);
    expect(await noteBounce(database, { messageIds: [foreign], verdict })).toBe('foreign');
    expect(await noteBounce(database, { messageIds: [foreign, one, other], verdict })).toBe(verdict);
    // Only the likeliest of ours is noted.
    const noted =
      'select message_id = $1::uuid as "isLikeliest" from waitlist.outbox where bounced is not null';
    expect(await database.query(noted, [one])).toEqual([{ isLikeliest: true }]);
  });

test('a bounce of somebody else’s email changes nothing; among several ids ours is found', async (database) => {
  const id = await sendTo(database, 'amina@one.example');
  const foreign = 'f'.repeat(32);
  expect(await noteBounce(database, { messageIds: [], verdict: 'no-mailbox' })).toBe('foreign');
  expect(await noteBounce(database, { messageIds: [foreign], verdict: 'no-mailbox' })).toBe('foreign');
  expect(await suppressions(database)).toEqual([]);
  expect(await noteBounce(database, { messageIds: [foreign, id], verdict: 'no-mailbox' })).toBe('suppressed');
});

test('a complaint takes the person off the list', async (database) => {
  const id = await sendTo(database, 'amina@one.example');
  expect(await noteBounce(database, { messageIds: [id], verdict: 'complaint' })).toBe('suppressed');
  expect(await database.query('select state from waitlist.entries')).toEqual([{ state: 'left' }]);
});

for (const verdict of ['unwilling', 'no-mailbox', 'complaint'] as const)
  test(`“${verdict}” of an email to an address since changed touches that address alone`, async (database) => {
    const id = await sendTo(database, 'old@one.example');
    // The email went to the old address, and its person has moved since.
    await database.query(
      "update waitlist.outbox set to_email = 'old@one.example', to_canonical = 'old@one.example'",
    );
    await database.query(
      "update waitlist.entries set email = 'new@two.example', canonical = 'new@two.example'",
    );
    await noteBounce(database, { messageIds: [id], verdict });
    expect(await database.query('select state from waitlist.entries')).toEqual([{ state: 'joined' }]);
    expect(
      await database.query(
        "select mailbox_code = waitlist.mailbox_code('old@one.example') as is_old from waitlist.suppressions",
      ),
    ).toEqual([{ is_old: true }]);
  });
