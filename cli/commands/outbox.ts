import { Option } from 'commander';
import {
  countEmails,
  type EmailState,
  emailStates,
  latestEmails,
  type OutboxEmail,
} from '../../mail/outbox-emails.ts';
import { readSending, whyEmailsWait } from '../../mail/sending.ts';
import { defineGroup, defineListCommand, dryRunOption, numberOption, yesOption } from '../command.ts';
import { sendOnceMore } from '../send-once-more.ts';
import { type DryRunOption, drawTable, UsageError, writeStderr } from '../terminal.ts';

const list = defineListCommand<{ state?: EmailState; limit: number }>({
  name: 'list',
  summary: 'count the emails that wait, failed or are in doubt, and show the latest with the server’s reply',
  notes: `waiting: not sent yet, or tried again later. When its turn comes, it is dropped if its person has left, confirmed or refused meanwhile. A fault of ours, such as a block list or a used-up quota, counts as no try. transmitting: under way now. failed: given up.
uncertain: the line broke, or the server was killed, before the mail server answered; the email may have arrived. An email that asks is then sent once more by itself, and not a third time.
sent: the mail server took it. Only --state sent lists these.
The id is part of the Message-ID, which stands in the mail server’s log too.
How far an announcement is: announce status.`,
  examples: ['outbox list', 'outbox list --state failed --limit 100', 'outbox list --json counts'],
  fields: 'counts, messages',
  options: [
    new Option('--state <state>', 'only those in this state').choices([...emailStates]),
    numberOption('--limit <number>', 'at most so many').default(20),
  ],
  async run({ terminal, database, options }) {
    const counts = await countEmails(database);
    const emails = await latestEmails(database, options.state, options.limit);
    const sending = await readSending(database);
    const waiting = whyEmailsWait(sending);
    const advice = sending.pausedSince === null ? '' : ' See sending --help.';
    if (waiting !== undefined) writeStderr(terminal, `${waiting}${advice}`);
    const data = { counts, messages: emails };
    if (counts.length === 0) return { data, text: 'Nothing waits, and nothing was ever sent.\n' };
    return { data, text: [drawTable(counts), ...emails.map(describe)].join('\n') };
  },
});

function describe({ id, kind, announcement, state, email, queuedAt, tries, dueAt, reply }: OutboxEmail) {
  const next = dueAt === null ? '' : `, next from ${dueAt}`;
  return `${state}  ${announcement ?? kind} to ${email}, owed since ${queuedAt}
  id ${id}, tried ${tries} ${tries === 1 ? 'time' : 'times'}${next}
${reply === null ? '' : `  ${reply}\n`}`;
}

const retry = defineListCommand<DryRunOption & { kind?: string; state: 'failed' | 'uncertain' }>({
  name: 'retry [ids...]',
  summary: 'send failed or uncertain emails once more, some by id or all of a kind',
  notes: `outbox list shows the ids. --kind takes the failed ones, which did not arrive. With --state uncertain it takes those that may have arrived, so some people may get them twice.
An email is left alone if its person has left, has confirmed or gets no email any more. So is one of an announcement that was cancelled, or in whose place another one was sent (announce plan --not-sent).`,
  examples: [
    'outbox retry 0123456789abcdef0123456789abcdef',
    'outbox retry --kind asking --dry-run',
    'outbox retry --kind asking --state uncertain',
  ],
  fields: 'failed, uncertain, leftAlone, retried',
  options: [
    new Option('--kind <kind>', 'all of this kind, such as asking'),
    new Option('--state <state>', 'with --kind: in which state')
      .choices(['failed', 'uncertain'])
      .default('failed'),
    dryRunOption,
    yesOption,
  ],
  async run(call) {
    const { args: ids, options } = call;
    const { kind, state } = options;
    const namesIds = ids.length > 0;
    const namesKind = kind !== undefined;
    if (namesIds === namesKind) throw new UsageError('Name emails by id, or a --kind.');
    const wrong = ids.filter((id) => !/^[\da-f]{32}$/.test(id));
    if (wrong.length > 0)
      throw new UsageError(`No id of an email: ${wrong.join(', ')}. outbox list shows them.`);
    const data = await sendOnceMore(call, kind === undefined ? { ids } : { kind, state });
    if (data.failed + data.uncertain + data.leftAlone === 0)
      throw new Error('No such email has failed or is in doubt. outbox list shows those that are.');
    return { data };
  },
});

export const outboxCommand = defineGroup({
  name: 'outbox',
  summary: 'see which emails wait, failed or are in doubt, and send some once more',
  examples: ['outbox list', 'outbox retry --kind asking --dry-run'],
  commands: [list, retry],
});
