import { chownSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { unprivilegedAccount } from '../support/postgres.ts';

/** Changes the owner of a folder and all in it to the account that proxies run as, when this process is root's. */
export function chownToProxyAccount(path: string): void {
  const account = unprivilegedAccount;
  if (!account) return;
  chownSync(path, account.uid, account.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) chownToProxyAccount(join(path, name));
}
