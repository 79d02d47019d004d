import type { Database } from '../../database/database.ts';
import { reasonOf } from '../../system/reason-of.ts';
import { countSoonForgotten, soonForgottenSentence } from '../../waitlist/silent.ts';
import type { Settings } from '../settings.ts';
import { checkAddress } from './address.ts';
import { checkBackEnd } from './back-end.ts';
import { checkConnections } from './connections.ts';
import { checkList, faultsOfAbandonedList, faultsOfOpenedAbandonedList } from './list.ts';
import { checkMail } from './mail.ts';
import { checkSettings } from './settings.ts';

/** What the checks read of the settings. */
export type CheckedSettings = Omit<Settings, 'port' | 'host' | 'logLevel' | 'metricsPort' | 'hooks'>;

/** What a check gets from the program in which it runs. */
export interface Circumstances {
  settings: CheckedSettings;
  now: Date;
  /** Calls `work` with the list, and rejects if that does not open. */
  withList<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  /** Gets sentences that are worth knowing and no fault. */
  say(sentence: string): void;
  ask: typeof fetch;
  /** Ends the questions to other machines. */
  signal: AbortSignal;
}

/**
 * Where a check runs: in `doctor`, in a server for the digest, or in the function that sends on a hosted Supabase. The function can
 * import no check from here, because this folder needs what is not uploaded: `turnChecks` in mail/turn.ts has its part of each.
 */
type Program = 'doctor' | 'server' | 'function';

export interface Check {
  /** By this word `doctor --only` chooses it. */
  subject: string;
  /** Over its findings. The checks of one subject share it. */
  heading: string;
  runsIn: Program[];
  /** Resolves to a sentence or two for each fault: what is wrong and what to do. `runCheck` calls it. */
  find(circumstances: Circumstances): string[] | Promise<string[]>;
}

/** Each check of this folder. Only `settings` reports what is missing, such as a mail server. */
export const checks: Check[] = [
  {
    subject: 'settings',
    heading: 'Settings and dates',
    runsIn: ['doctor', 'server', 'function'],
    find: ({ settings, now }) => checkSettings(settings, now),
  },
  {
    subject: 'connections',
    heading: 'Connections',
    runsIn: ['doctor', 'server'],
    find: ({ settings, say }) => checkConnections(settings, say),
  },
  {
    subject: 'list',
    heading: 'The list',
    runsIn: ['server', 'function'],
    find: findInOpenList,
  },
  {
    subject: 'list',
    heading: 'The list',
    runsIn: ['doctor'],
    find: openAndFind,
  },
  {
    subject: 'mail',
    heading: 'Emails',
    runsIn: ['doctor', 'server'],
    find: ({ settings: { mail }, signal }) => (mail ? checkMail(mail, { signal }) : []),
  },
  {
    subject: 'address',
    heading: 'The public address',
    runsIn: ['doctor', 'server'],
    find: ({ settings: { siteUrl }, ask }) => (siteUrl ? checkAddress(siteUrl, ask) : []),
  },
  {
    subject: 'backend',
    heading: 'The back end',
    runsIn: ['doctor', 'server'],
    find: ({ settings: { backendUrl, ...others }, say, ask }) =>
      backendUrl ? checkBackEnd({ ...others, backendUrl }, say, ask) : [],
  },
];

/** What a check finds. It never rejects: if the check cannot be made, the reason is what it finds. */
export async function runCheck(
  { find }: Pick<Check, 'find'>,
  circumstances: Circumstances,
): Promise<string[]> {
  try {
    return await find(circumstances);
  } catch (error) {
    return [reasonOf(error)];
  }
}

/** The checks that run in this program, in their order. */
export const checksIn = (program: Program): Check[] =>
  checks.filter(({ runsIn }) => runsIn.includes(program));

async function findInOpenList({ settings, now, withList }: Circumstances): Promise<string[]> {
  const faults = await withList((database) => checkList(database, settings.database, now));
  return [...faults, ...faultsOfAbandonedList(settings.database)];
}

function openAndFind({ settings, now, withList, say }: Circumstances): Promise<string[]> {
  return withList(async (database) => {
    const faults = await checkList(database, settings.database, now);
    const soonForgotten = faults.length === 0 ? await countSoonForgotten(database) : 0;
    if (soonForgotten > 0) say(soonForgottenSentence(soonForgotten));
    return [...faults, ...(await faultsOfOpenedAbandonedList(settings.database))];
  });
}
