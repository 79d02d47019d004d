import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { type Delivery, openOutbox } from '../../mail/outbox.ts';
import { openBothDatabases } from '../../tests/support/databases.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';

const { databases, onBoth } = await openBothDatabases();

beforeEach(() => Promise.all(databases.map(({ database }) => database.query('delete from waitlist.outbox'))));

let people = 0;

/** Lets somebody new join, and gives their welcome email this outcome. Returns the address and the email's id. */
async function welcome(database: Database, outcome?: Delivery['outcome'], status: string | null = null) {
  const email = `p${people++}@desk.example`;
  await database.query("select public.add_to_waitlist($1, 'Friend')", [email]);
  if (outcome === undefined) return { email, id: '' };
  const outbox = openOutbox(database, 'worker');
  const { claimed } = await outbox.claim();
  const id = claimed?.messageId ?? '';
  await outbox.finish(id, { outcome, reply: `a reply to ${outcome}`, status });
  return { email, id };
}

/** An email whose worker was killed twice. */
async function giveUpInDoubt(database: Database) {
  const { email, id } = await welcome(database, 'uncertain');
  await database.query("update waitlist.outbox set state = 'uncertain' where message_id = $1::uuid", [id]);
  return { email, id };
}

onBoth('$kind: list shows which wait, failed (and why) or are in doubt', async ({ database, options }) => {
  const list = async (...words: string[]) => (await runCommand(options, ['outbox', 'list', ...words])).out;
  expect(await list()).toBe('Nothing waits, and nothing was ever sent.\n');
  const sent = await welcome(database, 'sent');
  const refused = await welcome(database, 'refused', '5.7.1');
  const doubtful = await welcome(database, 'uncertain');
  const givenUp = await giveUpInDoubt(database);
  const waiting = await welcome(database);
  const { counts, messages } = JSON.parse(await list('--json'));
  expect(counts).toEqual([
    { kind: 'welcome', state: 'uncertain', messages: 2 },
    { kind: 'welcome', state: 'failed', messages: 1 },
    { kind: 'welcome', state: 'waiting', messages: 1 },
    { kind: 'welcome', state: 'sent', messages: 1 },
  ]);
  expect(messages.map(({ email, state }: { email: string; state: string }) => [email, state])).toEqual([
    [waiting.email, 'waiting'],
    [givenUp.email, 'uncertain'],
    [doubtful.email, 'uncertain'],
    [refused.email, 'failed'],
  ]);
  const failed = await list('--state', 'failed');
  expect(failed).toMatch(`failed  welcome to ${refused.email}, owed since`);
  expect(failed).toMatch(`id ${refused.id}, tried 1 time\n  a reply to refused\n`);
  expect(failed).not.toContain(sent.email);
});

onBoth('$kind: a failed email is sent once more, with its old id', async ({ database, options }) => {
  const { email, id } = await welcome(database, 'refused', '5.7.1');
  const retry = ['outbox', 'retry', id];
  expect((await runCommand(options, [...retry, '--dry-run'])).err).toBe(
    '1 email will be sent once more. Nothing was changed.\n',
  );
  expect(await runCommand(options, [...retry, '--no-input'])).toMatchObject({ code: 4 });
  expect((await openOutbox(database, 'two').claim()).claimed).toBeUndefined();
  const { err } = await runCommand(options, retry, { typed: 'retry' });
  expect(err).toMatch(/1 email waiting to be sent\.\n$/);
  expect((await openOutbox(database, 'two').claim()).claimed).toMatchObject({ email, messageId: id });
  const [line] = await database.query('select action, entries from waitlist.audit order by id desc limit 1');
  expect(line).toEqual({ action: 'outbox retry', entries: 1 });
  expect(await runCommand(options, retry)).toMatchObject({ code: 1, out: '' });
});

onBoth('$kind: what may have arrived goes again only if that is said', async ({ database, options }) => {
  await welcome(database, 'refused', '5.7.1');
  const { id } = await giveUpInDoubt(database);
  const retry = async (...words: string[]) =>
    JSON.parse((await runCommand(options, ['outbox', 'retry', '--json', 'failed,uncertain', ...words])).out);
  const welcomes = ['--kind', 'welcome', '--dry-run'];
  expect(await retry(...welcomes)).toEqual({ failed: 1, uncertain: 0 });
  expect(await retry(...welcomes, '--state', 'uncertain')).toEqual({ failed: 0, uncertain: 1 });
  expect(await retry(id, '--yes')).toEqual({ failed: 0, uncertain: 1 });
});

onBoth('$kind: nobody gets it who left, is gone or is owed another', async ({ database, options }) => {
  const left = await welcome(database, 'refused', '5.7.1');
  await runCommand(options, ['person', 'leave', left.email]);
  await welcome(database, 'refused', '5.1.1');
  const again = await welcome(database, 'refused', '5.7.1');
  await database.query("select public.add_to_waitlist($1, 'Friend')", [again.email]);
  const outcome = await runCommand(options, ['outbox', 'retry', '--kind', 'welcome', '--yes', '--json']);
  expect(JSON.parse(outcome.out)).toEqual({ failed: 0, uncertain: 0, held: 3, retried: 0 });
  expect(outcome.err).toMatch(/^3 emails left alone/);
});

for (const words of [[], ['--kind', 'welcome', 'a'.repeat(32)], ['not-an-id']])
  test(`a retry without ids or a kind, with both, or with a wrong id is a wrong call: ${words}`, async () => {
    const [{ options }] = databases as [(typeof databases)[number]];
    expect(await runCommand(options, ['outbox', 'retry', ...words])).toMatchObject({ code: 2, out: '' });
  });
