import type { Database } from '../../database/database.ts';
import { type CheckedSettings, type Circumstances, checksIn, runCheck } from './checks.ts';

/**
 * What is wrong with this server, as `doctor` says it, without the samples in its words. It never throws.
 * @param signal ends the questions to other machines
 */
export async function findFaults(
  settings: CheckedSettings,
  database: Database,
  signal: AbortSignal,
): Promise<string[]> {
  const circumstances: Circumstances = {
    settings,
    now: new Date(),
    withList: (work) => work(database),
    say() {},
    ask: endedBy(signal),
    signal,
  };
  const faults: string[] = [];
  for (const check of checksIn('server')) faults.push(...(await runCheck(check, circumstances)));
  return faults;
}

/** A fetch that also ends with this signal. */
function endedBy(signal: AbortSignal): typeof fetch {
  return (input, init) => {
    const signals = init?.signal ? [signal, init.signal] : [signal];
    return fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };
}
