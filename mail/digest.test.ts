import { beforeEach, expect, onTestFinished } from 'vitest';
import { site } from '../content/site.ts';
import type { Database } from '../database/database.ts';
import { openBothLists } from '../tests/support/databases.ts';
import { emptyTables, joinAll, newsLater } from '../tests/support/emails.ts';
import { startScriptedSmtp, startSmtpInbox } from '../tests/support/smtp.ts';
import { leaveList } from '../waitlist/people.ts';
import { type DigestOptions, sendDigest } from './digest.ts';
import { readSmtpAddress, type SmtpAddress } from './smtp-address.ts';

const { lists, test } = await openBothLists();
const to = 'founder@example.org';

beforeEach(async () => {
  await emptyTables(lists);
  for (const { database } of lists) await newsLater(database, '25 hours');
});

/** Sends the digest by that server; `faults` is what doctor finds. */
const send = (database: Database, url: string, faults: string[] = []) => {
  const options: DigestOptions = {
    database,
    to,
    log: { warn() {} },
    smtp: readSmtpAddress(url) as SmtpAddress,
    sender: { from: 'salam@example.org', siteUrl: 'https://example.org' },
    findFaults: async () => faults,
  };
  return sendDigest(options, AbortSignal.timeout(30_000));
};

async function startInbox() {
  const inbox = await startSmtpInbox();
  onTestFinished(inbox.stop);
  return inbox;
}

test('the digest is numbers in one email, however many servers look', async (database) => {
  await joinAll(database, ['a@person.example', 'b@person.example', 'c@person.example']);
  await leaveList(database, 'a@person.example');
  const inbox = await startInbox();
  await Promise.all([send(database, inbox.url), send(database, inbox.url)]);
  await send(database, inbox.url, ['Something is wrong.']);
  const [email, ...others] = inbox.emails;
  expect(others).toEqual([]);
  expect(email?.to).toBe(to);
  expect(email?.parsed.subject).toBe(`${site.name} waitlist: 3 joined, 1 left`);
  expect(`${email?.raw}`).not.toMatch(/person\.example|List-Unsubscribe/);
});

test('on a day without changes nothing is sent, unless there is something to put right', async (database) => {
  const inbox = await startInbox();
  await send(database, inbox.url);
  expect(inbox.emails).toEqual([]);
  await newsLater(database, '25 hours');
  await send(database, inbox.url, ['The disk is nearly full.']);
  expect(inbox.emails.map(({ parsed }) => parsed.subject)).toEqual([`${site.name} waitlist: 1 to put right`]);
  expect(inbox.emails[0]?.parsed.text).toContain('To put right: The disk is nearly full.');
});

test('what cannot be sent now is tried again an hour later, and not before', async (database) => {
  await joinAll(database, ['a@person.example']);
  const { port, stop } = await startScriptedSmtp({ RCPT: '450 4.2.1 try again later' });
  onTestFinished(stop);
  await expect(send(database, `smtp://127.0.0.1:${port}`)).rejects.toThrow('cannot take');
  const inbox = await startInbox();
  await send(database, inbox.url);
  expect(inbox.emails).toHaveLength(0);
  await newsLater(database, '1 hour');
  await send(database, inbox.url);
  expect(inbox.emails).toHaveLength(1);
});

test('a digest that a process did not finish is sent by another after half an hour', async (database) => {
  await joinAll(database, ['a@person.example']);
  // As a process leaves it that is killed before the mail server has taken the email.
  await database.query("select waitlist.claim_news('digest', 30)");
  const inbox = await startInbox();
  await newsLater(database, '29 minutes');
  await send(database, inbox.url);
  expect(inbox.emails).toEqual([]);
  await newsLater(database, '2 minutes');
  await send(database, inbox.url);
  expect(inbox.emails.map(({ parsed }) => parsed.subject)).toEqual([`${site.name} waitlist: 1 joined`]);
});

test('a confirmation after a change of address is not counted, and a complaint is no bounce', async (database) => {
  await joinAll(database, ['a@person.example', 'b@person.example']);
  const [sent] = await database.query<{ id: string }>(
    `update waitlist.outbox set state = 'sent', to_email = email, to_canonical = canonical
       from waitlist.entries where entry_id = entries.id and email like 'b@%' returning message_id::text as id`,
  );
  await database.query(
    `insert into waitlist.evidence (entry_id, at, event, via, wording)
     select id, clock_timestamp() + days * interval '1 day', 'confirmed', 'link', consent_wording
       from waitlist.entries, unnest(array[-2, 0]) as days where email like 'a@%'`,
  );
  await database.query("select waitlist.note_bounce($1, 'complaint')", [sent?.id]);
  const inbox = await startInbox();
  await send(database, inbox.url);
  expect(inbox.emails.map(({ parsed }) => parsed.subject)).toEqual([
    `${site.name} waitlist: 2 joined, 1 complained`,
  ]);
});
