import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeServerFolder, removeFolder, startServer } from '../contract/start-server.ts';
import { liftLimits, startCrowd, startServerForCrowd } from '../faults/crowd.ts';
import { storedInPostgres } from '../support/entries.ts';
import { runCommand } from '../support/memory-terminal.ts';
import { withClient } from '../support/postgres.ts';
import { startSmtpInbox } from '../support/smtp.ts';
import { startPostgresWithPgBackRest } from './pgbackrest.ts';

const { postgres, backupTool } = await startPostgresWithPgBackRest();
afterAll(postgres.stop);
const folder = await makeServerFolder();
afterAll(() => removeFolder(folder));
const list = { databaseUrl: postgres.url, dataDir: folder };
await liftLimits(list);

/** Deletes everybody by mistake while a crowd joins; returns the moment before that, and who had joined by then. */
async function joinAndDelete(): Promise<{ moment: string; before: Set<string> }> {
  const server = await startServerForCrowd(folder, list);
  const crowd = startCrowd({ server: () => server, people: 8 });
  await crowd.moreAcknowledged(100);
  await backupTool.backUp();
  // pgBackRest chooses a backup that ended in an earlier second than the target.
  const laterAt = Date.now() + 2000;
  while (Date.now() < laterAt) await crowd.moreAcknowledged(20);
  const before = new Set(crowd.acknowledged);
  const moment = await withClient(postgres.url, async (client) => {
    const { rows } = await client.query<{ at: string }>('select clock_timestamp()::text as at');
    await client.query('delete from waitlist.entries');
    return rows[0]?.at ?? '';
  });
  await crowd.moreAcknowledged(100);
  await crowd.end();
  await server.stop('SIGTERM');
  return { moment, before };
}

test('a restore to the moment before a mistake has everybody of then, sends nothing, and can be imported', async () => {
  const { moment, before } = await joinAndDelete();
  const missingIn = async (url: string) => {
    const stored = await storedInPostgres(url);
    return [...before].filter((email) => !stored.has(email));
  };
  const deleted = await missingIn(postgres.url);
  expect(deleted.length).toBeGreaterThan(0);

  const copy = await backupTool.restoreBeside('--type=time', `--target=${moment}`, '--target-action=promote');
  const inbox = await startSmtpInbox();
  const there = { databaseUrl: copy.url, dataDir: folder };
  const command = async (options: typeof there, ...words: string[]) =>
    expect(await runCommand(options, words)).toMatchObject({ code: 0 });
  try {
    expect(await missingIn(copy.url)).toEqual([]);
    await command(there, 'sending', 'pause');
    const server = await startServer(folder, {
      DATABASE_URL: copy.url,
      TRUST_PROXY: '1',
      SITE_URL: 'https://bukoor.example',
      SMTP_URL: inbox.url,
      MAIL_FROM: 'salam@bukoor.example',
    });
    const later = startCrowd({ server: () => server, people: 2 });
    await later.moreAcknowledged(50);
    await later.end();
    expect(inbox.emails).toEqual([]);
    await command(there, 'sending', 'resume', '--yes');
    await expect.poll(() => inbox.emails.length).toBeGreaterThan(0);
    await server.stop('SIGTERM');

    const file = join(folder, 'deleted.csv');
    await command(there, 'export', '--out', file);
    await command(list, 'import', file, '--yes');
    expect(await missingIn(postgres.url)).toEqual([]);
    console.log(
      `to ${moment}: ${before.size} acknowledged before, ${deleted.length} deleted, 0 missing in the copy, all back on the list`,
    );
  } finally {
    await inbox.stop();
    await copy.stop();
  }
});
