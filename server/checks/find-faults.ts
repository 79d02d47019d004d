import type { Database } from '../../database/database.ts';
import type { Settings } from '../settings.ts';
import { checkAddress } from './address.ts';
import { checkBackEnd } from './back-end.ts';
import { checkConnections } from './connections.ts';
import { checkList, faultsOfAbandonedList } from './list.ts';
import { checkMail } from './mail.ts';
import { checkSettings } from './settings.ts';

/** What the checks read of the settings. */
export type CheckedSettings = Omit<Settings, 'port' | 'host' | 'logLevel' | 'metricsPort' | 'hooks'>;

/**
 * What is wrong with this server, as `doctor` says it, without the samples in its words. It never throws.
 * @param signal ends the questions to other machines
 */
export async function findFaults(
  settings: CheckedSettings,
  database: Database,
  signal: AbortSignal,
): Promise<string[]> {
  const { siteUrl, backendUrl, mail } = settings;
  const ask = endedBy(signal);
  const now = new Date();
  const faults = checkSettings(settings, now);
  faults.push(...checkConnections(settings, () => {}));
  faults.push(...(await checkList(database, settings.database, now)));
  faults.push(...faultsOfAbandonedList(settings.database));
  if (mail) faults.push(...(await checkMail(mail, { signal })));
  if (siteUrl) faults.push(...(await checkAddress(siteUrl, ask)));
  if (backendUrl) faults.push(...(await checkBackEnd({ ...settings, backendUrl }, () => {}, ask)));
  return faults;
}

/** A fetch that also ends with this signal. */
function endedBy(signal: AbortSignal): typeof fetch {
  return (input, init) => {
    const signals = init?.signal ? [signal, init.signal] : [signal];
    return fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };
}
