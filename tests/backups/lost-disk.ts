import { globSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { drawTable } from '../../cli/terminal.ts';
import { makeServerFolder, removeFolder, type ServerProcess } from '../contract/start-server.ts';
import { liftLimits, startCrowd, startServerForCrowd } from '../faults/crowd.ts';
import { storedInPostgres } from '../support/entries.ts';
import type { BackedUpPostgres } from './backed-up-postgres.ts';

/** How often a disk is lost; more with BACKUP_ROUNDS=20. */
export const rounds = Number(process.env.BACKUP_ROUNDS ?? 1);

/** One disk that was lost. */
export interface LostDisk {
  round: number;
  /** Joins acknowledged so far. */
  acknowledged: number;
  /** Those of them that are not in the restored list. */
  missing: number;
  /** Seconds from the empty disk to a PostgreSQL that takes writes, and to the first acknowledged join. */
  secondsToRestore: number;
  secondsToJoin: number;
}

/** The acknowledged joins that a restored list lacks, and the seconds from the first of these to the last acknowledged join. */
export function lacking(acknowledgedAt: Map<string, number>, stored: Set<string>) {
  const missing = [...acknowledgedAt].filter(([email]) => !stored.has(email));
  const first = Math.min(...missing.map(([, at]) => at));
  const last = Math.max(...acknowledgedAt.values());
  return { lost: missing.length, ofTheLastSeconds: missing.length === 0 ? 0 : (last - first) / 1000 };
}

/**
 * Loses the disk at random moments while a crowd joins, and restores it, as docs/operations.md says.
 * @param random returns a whole number below its argument
 * @param look is called when a disk is gone and nothing is restored yet, with the times (Date.now) of all acknowledged joins;
 * the figures it returns are added to the round
 */
export async function loseDisks(
  postgres: BackedUpPostgres,
  random: (below: number) => number,
  look: (acknowledgedAt: Map<string, number>) => Promise<Record<string, number>> = async () => ({}),
): Promise<LostDisk[]> {
  const folder = await makeServerFolder();
  onTestFinished(() => removeFolder(folder));
  const options = { databaseUrl: postgres.url, dataDir: folder };
  await liftLimits(options);
  let server: ServerProcess = await startServerForCrowd(folder, options);
  const acknowledgedAt = new Map<string, number>();
  const crowd = startCrowd({
    server: () => server,
    people: 8,
    onAcknowledged: (email) => acknowledgedAt.set(email, Date.now()),
  });
  const lost: LostDisk[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    await crowd.moreAcknowledged(100 + random(200));
    // Not in every round: a restore may have to begin at an older backup and replay across the restores since.
    if (round === 1 || !postgres.backupTool.keepsOlderWal || random(3) > 0)
      await postgres.backupTool.backUp();
    await crowd.moreAcknowledged(100 + random(500));
    postgres.stallReceiver();
    await wait(random(500));
    await Promise.all([postgres.loseDisk(), server.stop('SIGKILL')]);
    const found = await look(acknowledgedAt);

    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1000;
    await postgres.restore();
    const secondsToRestore = seconds();
    const stored = await storedInPostgres(postgres.url);
    const missing = [...acknowledgedAt.keys()].filter((email) => !stored.has(email));
    expect([...stored].filter((email) => !crowd.asked.has(email))).toEqual([]);
    const acknowledged = acknowledgedAt.size;

    const more = crowd.moreAcknowledged(1);
    server = await startServerForCrowd(folder, options);
    await more;
    lost.push({
      round,
      acknowledged,
      missing: missing.length,
      secondsToRestore,
      secondsToJoin: seconds(),
      ...found,
    });
    expect(missing).toEqual([]);
  }
  await crowd.moreAcknowledged(50);
  await crowd.end();
  expect(crowd.unanswered).toBeGreaterThan(0);
  return lost;
}

/** Prints the figures of each round, and the size of the folder of backups. Seconds have two decimals. */
export function printRounds(title: string, rows: object[], backups: string): void {
  const cells = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        Number.isInteger(value) ? value : Number(value).toFixed(2),
      ]),
    ),
  );
  const bytes = globSync(`${backups}/**/*`)
    .map((file) => statSync(file))
    .filter((stats) => stats.isFile())
    .reduce((sum, { size }) => sum + size, 0);
  console.log(`${title}; ${(bytes / 1024 ** 2).toFixed(1)} MB of backups\n${drawTable(cells)}`);
}
