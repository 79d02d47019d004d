import type { Database } from '../database/database.ts';
import { hashOfCode } from './invitation-codes.ts';

/** `unknown`: there is no such code, a newer one replaced it, or its person was erased. */
export type CheckedCode = 'valid' | 'used' | 'unknown';

/** `other-address`: the code belongs to another address, and stays valid. */
export type RedeemedCode = 'accepted' | 'other-address' | Exclude<CheckedCode, 'valid'>;

/** Whether a code is valid; changes nothing. @throws DatabaseUnavailable */
export async function checkCode(database: Database, code: string): Promise<CheckedCode> {
  const [row] = await database.query<{ state: CheckedCode }>(
    'select waitlist.check_invitation($1) as state',
    [hashOfCode(code)],
  );
  return row?.state ?? 'unknown';
}

/** Redeems a code for an address in any spelling; of concurrent calls only one is accepted. @throws DatabaseUnavailable */
export async function redeemCode(database: Database, code: string, address: string): Promise<RedeemedCode> {
  const [row] = await database.query<{ state: RedeemedCode }>(
    'select waitlist.use_invitation($1, $2) as state',
    [hashOfCode(code), address],
  );
  return row?.state ?? 'unknown';
}
