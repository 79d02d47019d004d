import { Client } from 'pg';
import { adviceForCertificate, isCertificateError, type Trust } from '../system/encryption.ts';
import { reasonOf } from '../system/reason-of.ts';
import { type Session, toDatabaseError } from './database.ts';
import type { MigrationConnection } from './migrate.ts';
import { adviceForPlain, readPostgresAddress } from './postgres-address.ts';

/**
 * Opens one connection. Its statements have no timeout: when several processes start together, the others wait for the first one to
 * migrate. Statements are sent unnamed, here and later: PgBouncer in transaction mode keeps no name.
 * @throws Error with a sentence for the operator, without the URI's password, when it is out of reach
 */
export async function connectOnce(
  databaseUrl: string,
  trust: Trust | undefined,
): Promise<Session & MigrationConnection> {
  const client = new Client({
    ...readPostgresAddress(databaseUrl, trust).connection,
    application_name: 'waitlist',
    // Longer than a visitor would wait: at start nobody is waiting yet.
    connectionTimeoutMillis: 4000,
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect().catch((cause) => {
    const { host, port, database } = client;
    throw new Error(
      `PostgreSQL at ${host}:${port} (database ${database}) cannot be reached: ${reasonOf(cause)}. ${adviceFor(cause, host)}`,
      { cause },
    );
  });
  const refused = (error: unknown) => {
    throw toDatabaseError(error);
  };
  const connection: Session & MigrationConnection = {
    kind: 'postgres',
    isShared: true,
    isOneSession: true,
    run: async (sql) => void (await client.query(sql).catch(refused)),
    query: async (sql, parameters) =>
      (await client.query(sql, parameters ? [...parameters] : []).catch(refused)).rows,
    close: async () => void (await client.end().catch(() => {})),
  };
  try {
    // Only a warning tells that a commit may not have reached the standby (postgres.ts).
    const deaf = "select where current_setting('client_min_messages') in ('error', 'fatal', 'panic')";
    if ((await connection.query(deaf)).length > 0)
      throw new Error(
        'PostgreSQL is set to send this account no warnings (client_min_messages), and joins need them: ' +
          'set it to notice, for this account and its database.',
      );
  } catch (error) {
    await connection.close();
    throw error;
  }
  return connection;
}

/** What to do about a PostgreSQL that cannot be reached. @param cause what pg has thrown */
function adviceFor(cause: { code?: string; message: string }, host: string): string {
  // pg gives this one no code.
  if (cause.message === 'The server does not support SSL connections') return adviceForPlain(host);
  if (isCertificateError(cause.code ?? '')) return adviceForCertificate;
  return 'Check DATABASE_URL, and that the server runs and lets this machine in.';
}
