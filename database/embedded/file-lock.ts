import { DatabaseSync } from 'node:sqlite';

/**
 * Locks a file, creating it if needed, for this process; undefined while the lock is held.
 * An exclusive SQLite transaction is a lock of the operating system: released the moment its process dies, kept while the
 * process is frozen. A lock based on a file's age does neither (tried with proper-lockfile).
 * @throws Error when the file cannot be written
 */
export function lockFile(path: string): { release(): void } | undefined {
  const database = new DatabaseSync(path);
  try {
    database.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && error.message.includes('locked')) return undefined;
    throw error;
  }
}
