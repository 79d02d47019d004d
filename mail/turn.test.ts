import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import { type Database, DatabaseUnavailable } from '../database/database.ts';
import { openBothLists } from '../tests/support/databases.ts';
import { emptyTables, joinAll, later, newsLater } from '../tests/support/emails.ts';
import { startSmtpInbox } from '../tests/support/smtp.ts';
import { markMoved } from '../waitlist/list/moved.ts';
import { resumeSending } from './sending.ts';
import { readSmtpAddress, type SmtpAddress } from './smtp-address.ts';
import { type EmailTemplates, emailKinds } from './templates.ts';
import { readTurnStatus, type TurnOptions, takeTurn } from './turn.ts';

const { lists, test } = await openBothLists();

beforeEach(() => emptyTables(lists));

const template = { subject: 'An email', html: '<p>{{email}}</p>', text: '{{email}}' };
const templates = Object.fromEntries(emailKinds.map((kind) => [kind, template])) as EmailTemplates;
const people = Array.from({ length: 12 }, (_, index) => `person${index}@turn.example`);

async function startInbox(options: Parameters<typeof startSmtpInbox>[0] = {}) {
  const inbox = await startSmtpInbox(options);
  onTestFinished(inbox.stop);
  return inbox;
}

const mailBy = (url: string, digestTo?: string): NonNullable<TurnOptions['mail']> => ({
  smtp: readSmtpAddress(url) as SmtpAddress,
  sender: { from: 'salam@example.org', siteUrl: 'https://example.org', backendUrl: 'https://ref.example' },
  digestTo,
});

/** Takes one turn. */
const take = (database: Database, mail: TurnOptions['mail'], changed: Partial<TurnOptions> = {}) =>
  takeTurn({
    database,
    mail,
    templates,
    turn: { ms: 10_000, emails: 100 },
    log: { info() {}, warn() {} },
    ...changed,
  });

test('a turn sends what is due and is over when nothing more is', async (database) => {
  const inbox = await startInbox();
  await joinAll(database, people);
  expect(await take(database, mailBy(inbox.url))).toBe('Emails are sent.');
  expect(inbox.emails.map(({ to }) => to).sort()).toEqual([...people].sort());
});

test('who still has a list open that was moved away sends no email of it', async (database) => {
  const inbox = await startInbox();
  await joinAll(database, people);
  await markMoved(database, 'another place');
  onTestFinished(() => markMoved(database, null));
  await expect(take(database, mailBy(inbox.url))).rejects.toThrow('this list was moved away');
  expect(inbox.emails).toEqual([]);
});

test('a turn sends as many emails as it may, and the next one the others', async (database) => {
  const inbox = await startInbox();
  await joinAll(database, people);
  const turn = { ms: 10_000, emails: 5 };
  await take(database, mailBy(inbox.url), { turn });
  expect(inbox.emails).toHaveLength(5);
  await take(database, mailBy(inbox.url));
  expect(new Set(inbox.emails.map(({ to }) => to)).size).toBe(people.length);
  expect(inbox.emails).toHaveLength(people.length);
});

test('two turns at once share the work', async (database) => {
  const inbox = await startInbox();
  await joinAll(database, people);
  await Promise.all([take(database, mailBy(inbox.url)), take(database, mailBy(inbox.url))]);
  expect(inbox.emails.map(({ to }) => to).sort()).toEqual([...people].sort());
});

test('on a static host the token stands after the #, and one click goes to the function', async (database) => {
  const inbox = await startInbox();
  await joinAll(database, ['amina@turn.example']);
  const words = { ...template, html: '<a href="{{confirm}}">Yes</a>', text: '{{leave}}' };
  await take(database, mailBy(inbox.url), { templates: { ...templates, asking: words } });
  const raw = String(inbox.emails[0]?.raw);
  expect(inbox.emails[0]?.parsed.html).toMatch(
    /href="https:\/\/example\.org\/waitlist\/confirm#t=[\da-f]{48}"/,
  );
  expect(raw).toMatch(
    /^List-Unsubscribe: <https:\/\/ref\.example\/functions\/v1\/waitlist-links\/waitlist\/leave\?t=[\da-f]{48}>\r$/m,
  );
});

test('after a refused password the next turns leave the mail server alone for a minute', async (database) => {
  let logins = 0;
  const refuse = { authOptional: false, allowInsecureAuth: true };
  const inbox = await startInbox({
    ...refuse,
    onAuth(_auth, _session, done) {
      logins += 1;
      done(new Error('no'));
    },
  });
  await joinAll(database, people);
  await newsLater(database, '25 hours');
  const mail = mailBy(inbox.url.replace('//', '//bukoor:wrong@'), 'founder@example.org');
  for (const _ of [1, 2, 3]) expect(await take(database, mail)).toMatch(/refuses the user or the password/);
  expect(logins).toBe(1);
  const { due, why } = await readTurnStatus(database, mail);
  expect(due).toBe(people.length);
  expect(why).toMatch(/^Emails wait: .*Check both in SMTP_URL/);
  await resumeSending(database);
  await take(database, mail);
  expect(logins).toBe(2);
});

test('each failed try of a password makes the next pause longer, whichever turn makes it', async (database) => {
  const inbox = await startInbox({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('no')),
  });
  await joinAll(database, people);
  const mail = mailBy(inbox.url.replace('//', '//bukoor:wrong@'));
  const minutes: number[] = [];
  for (const _ of [1, 2, 3]) {
    await take(database, mail);
    const [row] = await database.query<{ minutes: number }>(
      `with rested as (
         select extract(epoch from sending_rests_until - clock_timestamp()) / 60 as minutes from waitlist.list_state)
       select ceil(minutes)::integer as minutes from rested`,
    );
    minutes.push(row?.minutes ?? 0);
    await database.query('update waitlist.list_state set sending_rests_until = clock_timestamp()');
  }
  expect(minutes).toEqual([1, 2, 4]);
});

test('without a mail server a turn says that emails wait, and still deletes old rows', async (database) => {
  await database.query(
    "insert into waitlist.erasures (address_code, erased_at) values ('\\x01', clock_timestamp() - interval '400 days') on conflict do nothing",
  );
  expect(await take(database, undefined)).toMatch(/SMTP_URL is not set/);
  expect(await database.query('select from waitlist.erasures')).toEqual([]);
  const status = { minutesAgo: 0, due: 0, why: expect.stringContaining('SMTP_URL is not set') };
  expect(await readTurnStatus(database, undefined)).toEqual(status);
});

test('the founder gets the digest by the turn after it, once', async (database) => {
  const inbox = await startInbox();
  await newsLater(database, '25 hours');
  await joinAll(database, ['news@turn.example']);
  const mail = mailBy(inbox.url, 'founder@example.org');
  await Promise.all([take(database, mail), take(database, mail)]);
  await take(database, mail);
  const digests = inbox.emails.filter(({ to }) => to === 'founder@example.org');
  expect(digests.map(({ parsed }) => parsed.subject)).toEqual([expect.stringMatching(/1 joined/)]);
});

test('people who do not answer are forgotten by the first turn of an hour, if wanted', async (database) => {
  const inbox = await startInbox();
  await joinAll(database, ['silent@turn.example']);
  const mail = mailBy(inbox.url);
  // The email that asks, and its reminder.
  for (const _ of [1, 2]) {
    await take(database, mail);
    await later(database, '40 days');
  }
  const people = () => database.query('select from waitlist.entries');
  await take(database, mail, { forgetAfterDays: 30 });
  expect(await people()).toHaveLength(1);
  await database.query(
    "update waitlist.list_state set function_jobs_done_at = function_jobs_done_at - interval '1 hour'",
  );
  await take(database, mail, { forgetAfterDays: 30 });
  expect(await people()).toEqual([]);
});

test('a call that is killed leaves its hourly jobs to the next one', async (database) => {
  const inbox = await startInbox();
  await joinAll(database, ['silent@turn.example']);
  const mail = mailBy(inbox.url, 'founder@example.org');
  // The email that asks, and its reminder.
  for (const _ of [1, 2]) {
    await take(database, mail);
    await later(database, '40 days');
  }
  await database.query('update waitlist.list_state set function_jobs_done_at = null');
  await newsLater(database, '25 hours');
  const killed: Database = {
    ...database,
    query: (sql, parameters) =>
      sql.includes('erase_entries') ? Promise.reject(new Error('killed')) : database.query(sql, parameters),
  };
  await expect(take(killed, mail, { forgetAfterDays: 30 })).rejects.toThrow('killed');
  expect(inbox.emails.at(-1)?.to).toBe('founder@example.org');
  await take(database, mail, { forgetAfterDays: 30 });
  expect(await database.query('select from waitlist.entries')).toEqual([]);
});

test('the day’s first turn logs that the list is to be erased, even without DIGEST_TO', async (database) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01') });
  onTestFinished(() => void vi.useRealTimers());
  const warn = vi.fn();
  const log = { info() {}, warn };
  await database.query('update waitlist.list_state set function_jobs_done_at = null');
  await take(database, undefined, { log });
  await take(database, undefined, { log });
  expect(warn.mock.calls).toEqual([[{}, expect.stringContaining('erase-expired')]]);
});

test('an outcome that could not be stored at once is stored by the end of a turn', async (database) => {
  const inbox = await startInbox();
  await joinAll(database, people);
  let failures = 0;
  const busy: Database = {
    ...database,
    query: (sql, parameters) => {
      const isOutcome = sql.includes('finish_email');
      if (isOutcome && failures < 2) {
        failures += 1;
        return Promise.reject(new DatabaseUnavailable('busy'));
      }
      return database.query(sql, parameters);
    },
  };
  await take(busy, mailBy(inbox.url), { turn: { ms: 10_000, emails: 5 } });
  const states = await database.query<{ state: string; emails: number }>(
    "select state, count(*)::integer as emails from waitlist.outbox where kind = 'asking' group by state order by state",
  );
  expect(failures).toBe(2);
  expect(states).toEqual([
    { state: 'sent', emails: 5 },
    { state: 'waiting', emails: people.length - 5 },
  ]);
});
