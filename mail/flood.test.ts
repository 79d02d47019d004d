import { beforeEach, expect, onTestFinished } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothLists } from '../tests/support/databases.ts';
import { emptyTables, joinAll, later, newsLater, sendAll, setLimit } from '../tests/support/emails.ts';
import { startScriptedSmtp, startSmtpInbox } from '../tests/support/smtp.ts';
import { createFloodAlarm } from './flood.ts';
import { countWaitingInFlood } from './sending.ts';
import { readSmtpAddress, type SmtpAddress } from './smtp-address.ts';

const { lists, test } = await openBothLists();

beforeEach(async () => {
  await emptyTables(lists);
  for (const { database } of lists) await setLimit(database, 'asking-emails-an-hour', 9);
});

const addresses = (many: number) => Array.from({ length: many }, (_, index) => `${index}@flood.example`);

/** The first people who joined confirm. */
const confirm = (database: Database, many: number) =>
  database.query(
    `update waitlist.entries set confirmed_at = clock_timestamp()
      where id in (select id from waitlist.entries order by id limit $1)`,
    [many],
  );

test('in a crowd the limit holds emails back, and each confirmation lets ten more go', async (database) => {
  await joinAll(database, addresses(23));
  expect(await sendAll(database)).toHaveLength(9);
  expect(await countWaitingInFlood(database)).toBe(14);
  await confirm(database, 1);
  expect(await sendAll(database)).toHaveLength(10);
  await confirm(database, 2);
  expect(await sendAll(database)).toHaveLength(4);
  expect(await countWaitingInFlood(database)).toBe(0);
});

test('how many more each confirmation lets go is a limit', async (database) => {
  await setLimit(database, 'asking-emails-for-each-confirmed', 2);
  await joinAll(database, addresses(23));
  expect(await sendAll(database)).toHaveLength(9);
  await confirm(database, 1);
  expect(await sendAll(database)).toHaveLength(2);
});

test('what waits because of a flood goes out when the founder raises the limit', async (database) => {
  await joinAll(database, addresses(12));
  expect(await sendAll(database)).toHaveLength(9);
  await setLimit(database, 'asking-emails-an-hour', 1000);
  expect(await sendAll(database)).toHaveLength(3);
});

test('a flood holds no other email', async (database) => {
  await setLimit(database, 'asking-emails-an-hour', 1);
  await joinAll(database, addresses(2));
  expect(await sendAll(database)).toHaveLength(1);
  await database.query(
    `insert into waitlist.outbox (entry_id, kind, queued_at, due_at, to_email, to_canonical)
     select id, 'moved', now(), now(), 'before@flood.example', 'before@flood.example'
       from waitlist.entries where email like '1@%'`,
  );
  expect(await sendAll(database)).toEqual(['before']);
});

test('emails of the last hour count, and those of people who have been erased do not', async (database) => {
  await joinAll(database, addresses(20));
  expect(await sendAll(database)).toHaveLength(9);
  await later(database, '61 minutes');
  expect(await sendAll(database)).toHaveLength(9);
  await database.query(
    "delete from waitlist.entries where email like '0@%' or email like '9@%' or email like '10@%'",
  );
  expect(await sendAll(database)).toHaveLength(2);
});

/** What a process has that sees a flood, and what it has logged. */
function createAlarm(database: Database, url: string) {
  const said: string[] = [];
  const log = (_: object, message: string) => void said.push(message);
  const alarm = createFloodAlarm({
    database,
    to: 'founder@example.org',
    log: { info: log, warn: log },
    smtp: readSmtpAddress(url) as SmtpAddress,
    sender: { from: 'salam@example.org', siteUrl: 'https://example.org' },
  });
  onTestFinished(alarm.stop);
  return { alarm, said };
}

async function startInbox() {
  const inbox = await startSmtpInbox();
  onTestFinished(inbox.stop);
  return inbox;
}

test('the founder is told of a flood once, however many processes see it, with the commands', async (database) => {
  const inbox = await startInbox();
  const processes = [1, 2].map(() => createAlarm(database, inbox.url));
  const alarms = processes.map(({ alarm }) => alarm);
  for (const alarm of alarms) for (const waiting of [2900, 2899]) alarm.observe(waiting);
  await expect.poll(() => inbox.emails.length).toBe(1);
  for (const alarm of alarms) await alarm.stop();
  const [email] = inbox.emails;
  expect(email?.parsed.subject).toContain('2900 emails wait');
  expect(email?.parsed.text).toMatch(/limits asking-emails-an-hour --most[\s\S]*person erase/);
  const said = processes.flatMap((each) => each.said);
  expect(said.filter((line) => line.startsWith('2900 emails'))).toHaveLength(2);
});

test('a flood that a killed process was about to tell of is told by another after half an hour', async (database) => {
  const inbox = await startInbox();
  const tell = async () => {
    const { alarm } = createAlarm(database, inbox.url);
    alarm.observe(2900);
    await alarm.told();
  };
  // As a process leaves it that is killed before the mail server has taken the email.
  await database.query("select waitlist.claim_news('flood', 30)");
  await newsLater(database, '29 minutes');
  await tell();
  expect(inbox.emails).toHaveLength(0);
  await newsLater(database, '2 minutes');
  await tell();
  expect(inbox.emails).toHaveLength(1);
});

test('the founder is told of a flood again after six hours, or as soon as a deferred email may go out', async (database) => {
  const { port, stop } = await startScriptedSmtp({ RCPT: '450 4.2.1 try again later' });
  onTestFinished(stop);
  const inbox = await startInbox();
  const tell = async (url: string) => {
    const { alarm, said } = createAlarm(database, url);
    alarm.observe(2900);
    await alarm.told();
    return said;
  };
  expect(await tell(`smtp://127.0.0.1:${port}`)).toContainEqual(expect.stringContaining('did not go out'));
  await tell(inbox.url);
  expect(inbox.emails).toHaveLength(1);
  await newsLater(database, '359 minutes');
  await tell(inbox.url);
  expect(inbox.emails).toHaveLength(1);
  await newsLater(database, '2 minutes');
  await tell(inbox.url);
  expect(inbox.emails).toHaveLength(2);
});
