import { Client } from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import type { Delivery } from '../../mail/outbox.ts';
import { retryEmails } from '../../mail/outbox-emails.ts';
import { openBothLists } from '../../tests/support/databases.ts';
import { claimBy, emptyTables, finish, joinAll, mustClaim } from '../../tests/support/emails.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';

const { lists, onBoth, postgres } = await openBothLists();

beforeEach(() => emptyTables(lists));

let people = 0;

/** Lets somebody new join, and gives the email that asks them this outcome. Returns the address and the email's id. */
async function ask(database: Database, outcome: Delivery['outcome'], bounce: Delivery['bounce'] = null) {
  await joinAll(database, [`p${people++}@desk.example`]);
  const claimed = await mustClaim(database);
  await finish(database, claimed, outcome, bounce);
  return { email: claimed.address, id: claimed.messageId };
}

onBoth('$kind: list shows which wait, failed (and why) or are in doubt', async ({ database, options }) => {
  const outboxList = async (...words: string[]) =>
    (await runCommand(options, ['outbox', 'list', ...words])).out;
  const sent = await ask(database, 'accepted');
  const refused = await ask(database, 'rejected', 'soft');
  const doubtful = await ask(database, 'uncertain');
  await joinAll(database, ['waits@desk.example']);
  const { counts, messages } = JSON.parse(await outboxList('--json'));
  const states = ['uncertain', 'failed', 'waiting', 'sent'];
  const isAsking = ({ kind }: { kind: string }) => kind === 'asking';
  expect(counts.filter(isAsking)).toEqual(states.map((state) => ({ kind: 'asking', state, messages: 1 })));
  expect(messages.filter(isAsking)).toMatchObject([
    { email: 'waits@desk.example', state: 'waiting' },
    { email: doubtful.email, state: 'uncertain' },
    { email: refused.email, state: 'failed' },
  ]);
  expect(await outboxList('--state', 'waiting')).toMatch(/, next from \d{4}-/);
  const failed = await outboxList('--state', 'failed');
  expect(failed).toMatch(`failed  asking to ${refused.email}, owed since`);
  expect(failed).toMatch(`id ${refused.id}, tried 1 time\n  a reply\n`);
  expect(failed).not.toContain(sent.email);
});

onBoth('$kind: a failed email is sent once more, with its old id', async ({ database, options }) => {
  const { email, id } = await ask(database, 'rejected', 'soft');
  const retry = ['outbox', 'retry', id];
  expect((await runCommand(options, [...retry, '--dry-run'])).err).toBe(
    '1 email will be sent once more. Nothing was changed.\n',
  );
  expect(await runCommand(options, [...retry, '--no-input'])).toMatchObject({ code: 4 });
  expect(await claimBy(database)).toBeUndefined();
  await runCommand(options, ['sending', 'pause']);
  expect((await runCommand(options, retry)).err).toMatch(
    /^Emails wait: sending is paused since .* First: sending resume/,
  );
  await runCommand(options, ['sending', 'resume', '--yes']);
  const { err } = await runCommand(options, retry, { typed: 'retry' });
  expect(err).toMatch(/1 email waiting to be sent\.\n$/);
  expect(await mustClaim(database)).toMatchObject({ address: email, messageId: id });
  const [line] = await database.query('select action, entries from waitlist.audit order by id desc limit 1');
  expect(line).toEqual({ action: 'outbox retry', entries: 1 });
  expect(await runCommand(options, retry)).toMatchObject({ code: 1, out: '' });
});

onBoth('$kind: what may have arrived goes again only if that is said', async ({ database, options }) => {
  await ask(database, 'rejected', 'soft');
  const { id } = await ask(database, 'uncertain');
  const retry = async (...words: string[]) =>
    JSON.parse((await runCommand(options, ['outbox', 'retry', '--json', 'failed,uncertain', ...words])).out);
  expect(await retry('--kind', 'asking', '--dry-run')).toEqual({ failed: 1, uncertain: 0 });
  expect(await retry(id, '--yes')).toEqual({ failed: 0, uncertain: 1 });
});

onBoth('$kind: nobody gets it who left, is gone or is owed another', async ({ database, options }) => {
  const left = await ask(database, 'rejected', 'soft');
  await runCommand(options, ['person', 'leave', left.email]);
  await ask(database, 'rejected', 'hard');
  const again = await ask(database, 'rejected', 'soft');
  await joinAll(database, [again.email]);
  const outcome = await runCommand(options, ['outbox', 'retry', '--kind', 'asking', '--yes', '--json']);
  expect(JSON.parse(outcome.out)).toEqual({ failed: 0, uncertain: 0, leftAlone: 3, retried: 0 });
  expect(outcome.err).toMatch(/^3 emails left alone/);
});

test.runIf(postgres)('a retry leaves an email alone that a worker has just claimed', async () => {
  const [, { database, options }] = lists as [unknown, (typeof lists)[number]];
  const { id } = await ask(database, 'rejected', 'soft');
  const worker = new Client(options.databaseUrl);
  await worker.connect();
  onTestFinished(() => worker.end());
  await worker.query('begin');
  await worker.query(
    "update waitlist.outbox set state = 'transmitting', worker_id = 'two', due_at = clock_timestamp() + interval '1 hour'",
  );
  const asked = retryEmails(database, { ids: [id] });
  const waits =
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  await expect.poll(() => database.query(waits)).toHaveLength(1);
  await worker.query('commit');
  await asked;
  expect(await database.query("select state from waitlist.outbox where kind = 'asking'")).toEqual([
    { state: 'transmitting' },
  ]);
});
