import { pino } from 'pino';
import { beforeEach, expect, onTestFinished } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothLists } from '../tests/support/databases.ts';
import { emptyTables, joinAll, newsLater } from '../tests/support/emails.ts';
import { startSmtpInbox } from '../tests/support/smtp.ts';
import { type BackgroundWorkOptions, startBackgroundWork } from './background-work.ts';
import { readSmtpAddress, type SmtpAddress } from './smtp-address.ts';
import { type EmailTemplates, emailKinds } from './templates.ts';

const { lists, test } = await openBothLists();

beforeEach(() => emptyTables(lists));

const template = { subject: 'An email', html: '<p>{{email}}</p>', text: '{{email}}' };
const templates = Object.fromEntries(emailKinds.map((kind) => [kind, template])) as EmailTemplates;

const start = (database: Database, mail: BackgroundWorkOptions['mail']) =>
  startBackgroundWork({
    database,
    log: pino({ level: 'silent' }),
    mail,
    templates,
    findFaults: async () => ['The disk is full.'],
  });

/** Stores the key of a day that is over, which the periodic jobs delete. */
const storeOldKey = (database: Database) =>
  database.query(
    `insert into waitlist.client_keys (day, secret) values (current_date - 2, decode(repeat('00', 32), 'hex'))
     on conflict do nothing`,
  );

const oldKeys = (database: Database) =>
  database.query('select from waitlist.client_keys where day = current_date - 2');

const servers = (database: Database) => database.query('select from waitlist.servers');

test('without a mail server a process still says that it is there, and deletes what is over', async (database) => {
  await storeOldKey(database);
  const work = await start(database, undefined);
  onTestFinished(work.stop);
  expect(work.status).toBeUndefined();
  await expect.poll(() => oldKeys(database)).toEqual([]);
  // An embedded list has a lock for that.
  const entries = database.kind === 'embedded' ? 0 : 1;
  await expect.poll(() => servers(database)).toHaveLength(entries);
  await work.stop();
  expect(await servers(database)).toEqual([]);
});

test('with a mail server it also sends the emails and the digest', async (database) => {
  const inbox = await startSmtpInbox();
  onTestFinished(inbox.stop);
  await storeOldKey(database);
  await joinAll(database, ['amina@work.example']);
  await newsLater(database, '25 hours');
  const work = await start(database, {
    smtp: readSmtpAddress(inbox.url) as SmtpAddress,
    sender: { from: 'salam@example.org', siteUrl: 'https://example.org' },
    digestTo: 'founder@example.org',
  });
  onTestFinished(work.stop);
  await inbox.emailTo('amina@work.example');
  expect((await inbox.emailTo('founder@example.org')).parsed.text).toContain('The disk is full.');
  await expect.poll(() => oldKeys(database)).toEqual([]);
  expect(work.status?.()).toBe('Emails are sent.');
  await work.stop();
  expect(await servers(database)).toEqual([]);
});
