import { beforeEach, expect, onTestFinished } from 'vitest';
import { site } from '../content/site.ts';
import type { Database } from '../database/database.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { emptyTables, joinAll } from '../tests/support/emails.ts';
import { startScriptedSmtp, startSmtpInbox } from '../tests/support/smtp.ts';
import { leaveList } from '../waitlist/people.ts';
import { type DigestOptions, sendDigest } from './digest.ts';
import { readSmtpAddress, type SmtpAddress } from './smtp-address.ts';

const { databases, test } = await openBothDatabases();
const to = 'founder@example.org';

beforeEach(async () => {
  await emptyTables(databases);
  for (const { database } of databases) await setTold(database, 25);
});

/** Sets up to when the founder has had the news: so many hours ago. */
const setTold = (database: Database, hours: number) =>
  database.query("update waitlist.settings set digested_at = clock_timestamp() - interval '1 hour' * $1", [
    hours,
  ]);

const hoursSinceTold = async (database: Database) => {
  const [row] = await database.query<{ hours: number }>(
    'select round(extract(epoch from clock_timestamp() - digested_at) / 3600)::int as hours from waitlist.settings',
  );
  return row?.hours;
};

/** Sends the news by that server; `faults` is what doctor finds. */
const send = (database: Database, url: string, faults: string[] = []) => {
  const options: DigestOptions = {
    ...{ database, to, log: { warn() {} } },
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

async function startRefusing(reply: string) {
  const server = await startScriptedSmtp({ RCPT: reply });
  onTestFinished(server.stop);
  return `smtp://127.0.0.1:${server.port}`;
}

test('the news of a day are numbers in one email, however many servers look', async (database) => {
  await joinAll(database, ['a@member.example', 'b@member.example', 'c@member.example']);
  await leaveList(database, 'a@member.example');
  const inbox = await startInbox();
  await Promise.all([send(database, inbox.url), send(database, inbox.url)]);
  await send(database, inbox.url, ['Something is wrong.']);
  const [email, ...others] = inbox.emails;
  expect(others).toEqual([]);
  expect(email?.to).toBe(to);
  expect(email?.parsed.subject).toBe(`${site.name} waitlist: 3 joined, 1 left`);
  expect(`${email?.raw}`).not.toMatch(/member\.example|List-Unsubscribe/);
});

test('on a day without news nothing is sent, unless there is something to put right', async (database) => {
  const inbox = await startInbox();
  await send(database, inbox.url);
  expect(inbox.emails).toEqual([]);
  await setTold(database, 25);
  await send(database, inbox.url, ['The disk is nearly full.']);
  expect(inbox.emails.map(({ parsed }) => parsed.subject)).toEqual([`${site.name} waitlist: 1 to put right`]);
  expect(inbox.emails[0]?.parsed.text).toContain('To put right: The disk is nearly full.');
});

test('what cannot be sent now is tried again; an address that is refused has had its news', async (database) => {
  await joinAll(database, ['a@member.example']);
  await expect(send(database, await startRefusing('450 4.2.1 try again later'))).rejects.toThrow(
    'cannot take',
  );
  expect(await hoursSinceTold(database)).toBe(25);
  await expect(send(database, await startRefusing('550 5.1.1 nobody'))).rejects.toThrow('no such mailbox');
  expect(await hoursSinceTold(database)).toBe(0);
});
