import { readPostgresAddress } from '../../database/postgres-address.ts';
import { type Encryption, type Trust, usualTrust, whyPlainIsFine } from '../../system/encryption.ts';
import type { Settings } from '../settings.ts';

/**
 * Says how the connections to the PostgreSQL and to the mail server are encrypted. It connects to neither.
 * @param say gets a sentence about each connection
 * @returns a sentence for each connection that somebody on the way could take over
 */
export function checkConnections(
  { database, mail }: Pick<Settings, 'database' | 'mail'>,
  say: (sentence: string) => void,
): string[] {
  const { databaseUrl, trust = usualTrust } = database;
  const faults: string[] = [];
  if (databaseUrl !== undefined) {
    const { host, encryption } = readPostgresAddress(databaseUrl, trust);
    say(`PostgreSQL at ${host} ${howItIsReached(encryption, host, trust)}`);
    const isElsewhere = whyPlainIsFine(host, trust) === undefined;
    if (encryption === 'unchecked' && isElsewhere)
      faults.push(
        `Nobody checks the certificate of PostgreSQL at ${host}, so somebody on the way could pretend to be it. Write sslmode=verify-full into DATABASE_URL; if its authority is a private one, set CA_FILE.`,
      );
  }
  if (mail !== undefined) {
    const { host, secure, requireTLS } = mail.smtp;
    const encryption = secure || requireTLS ? 'checked' : 'none';
    say(`The mail server ${host} ${howItIsReached(encryption, host, trust)}`);
  }
  return faults;
}

function howItIsReached(encryption: Encryption, host: string, trust: Trust): string {
  if (encryption === 'checked') return 'is reached with TLS only, and its certificate is checked.';
  if (encryption === 'unchecked') return 'is reached with TLS only, and its certificate is not checked.';
  return `may be reached without TLS: ${whyPlainIsFine(host, trust)}.`;
}
