import type { Database } from '../database/open-database.ts';
import { hashOfCode } from './invitation-codes.ts';

/** `unknown`: no such code, a newer one took its place, or its person was erased. */
export type CheckedCode = 'valid' | 'used' | 'unknown';

/** `other-address`: the code is good, but for somebody else, and stays so. */
export type RedeemedCode = 'accepted' | 'other-address' | Exclude<CheckedCode, 'valid'>;

/** Says of a code whether it is good, and changes nothing. @throws DatabaseUnavailable */
export async function checkCode(database: Database, code: string): Promise<CheckedCode> {
  const [row] = await database.query<{ state: CheckedCode }>(
    'select waitlist.check_invitation($1) as state',
    [hashOfCode(code)],
  );
  return row?.state ?? 'unknown';
}

/** Uses a code up for an address, in any spelling; of many who try at once one is accepted. @throws DatabaseUnavailable */
export async function redeemCode(database: Database, code: string, address: string): Promise<RedeemedCode> {
  const [row] = await database.query<{ state: RedeemedCode }>(
    'select waitlist.use_invitation($1, $2) as state',
    [hashOfCode(code), address],
  );
  return row?.state ?? 'unknown';
}
