import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { runPostgresTool } from '../support/postgres.ts';
import { seededRandom, seedOfTest } from '../support/random.ts';
import { type BackupTool, type ClusterLayout, startBackedUpPostgres } from './backed-up-postgres.ts';
import { loseDisks, printRounds, rounds } from './lost-disk.ts';

const postgres = await startBackedUpPostgres(ownPrograms);
afterAll(() => postgres?.stop());

test.runIf(postgres)(
  `no acknowledged join is lost with the disk of a PostgreSQL whose log is received on another (${rounds})`,
  async () => {
    if (!postgres) return;
    const seed = seedOfTest();
    const lost = await loseDisks(postgres, seededRandom(seed));
    printRounds(
      `PostgreSQL, base backups by pg_basebackup, TEST_SEED=${seed}`,
      lost,
      postgres.layout.backups,
    );
  },
);

/** Only PostgreSQL's own programs: base backups by pg_basebackup, and the WAL from the receiver alone. */
function ownPrograms({ binaries, folder, data, backups, port }: ClusterLayout): BackupTool {
  const base = join(backups, 'base');
  const wal = join(backups, 'wal');
  const run = (program: string, ...args: string[]) => runPostgresTool(join(binaries, program), args, folder);
  const verify = async () => void (await run('pg_verifybackup', '--quiet', base));
  return {
    configuration: "synchronous_standby_names = 'bukoor_wal'\n",
    environment: {},
    keepsOlderWal: false,
    async begin() {},
    async backUp() {
      rmSync(base, { recursive: true, force: true });
      const source = ['-h', '127.0.0.1', '-p', String(port), '-U', 'tester'];
      await run('pg_basebackup', ...source, '-D', base, '--checkpoint=fast', '--no-sync');
    },
    verify,
    async restore() {
      await verify();
      await runPostgresTool('cp', ['-a', base, data], folder);
      await runPostgresTool('touch', [join(data, 'recovery.signal')], folder);
      const command = `cp ${wal}/%f "%p" || cp ${wal}/%f.partial "%p"`;
      appendFileSync(join(data, 'postgresql.auto.conf'), `restore_command = '${command}'\n`);
    },
  };
}
