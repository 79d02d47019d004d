import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { testFolder } from '../../tests/support/databases.ts';
import { listen } from '../../tests/support/network.ts';
import { readSettings } from '../settings.ts';
import { findFaults } from './find-faults.ts';

/** A database that is away. */
const database: Database = {
  kind: 'postgres',
  isShared: true,
  query: () => Promise.reject(new Error('The database is away.')),
  close: async () => {},
};

test('a server finds the faults of its settings, its list and its address', async () => {
  const settings = readSettings({ SITE_URL: 'http://127.0.0.1:1' });
  const faults = await findFaults(settings, database, new AbortController().signal);
  expect(faults).toContainEqual(expect.stringMatching(/^SITE_URL is not https/));
  expect(faults).toContain('The database is away.');
  expect(faults.at(-1)).toMatch(/^http:\/\/127\.0\.0\.1:1 does not answer/);
});

test('a server finds a connection that somebody on the way could take over', async () => {
  const settings = readSettings({ DATABASE_URL: 'postgresql://db.sahari.app/l?sslmode=no-verify' });
  const faults = await findFaults(settings, database, new AbortController().signal);
  expect(faults).toContainEqual(expect.stringMatching(/^Nobody checks the certificate of PostgreSQL/));
});

test('a check that cannot be made is a fault, and the others are made all the same', async () => {
  const certificate = join(testFolder(), 'ca.pem');
  writeFileSync(certificate, 'a certificate');
  const settings = readSettings({
    DATABASE_URL: `postgresql://db.sahari.app/l?sslrootcert=${certificate}`,
    SITE_URL: 'http://127.0.0.1:1',
  });
  rmSync(certificate);
  const faults = await findFaults(settings, database, new AbortController().signal);
  expect(faults).toContain(`There is no file ${certificate}. Check its name.`);
  expect(faults.at(-1)).toMatch(/^http:\/\/127\.0\.0\.1:1 does not answer/);
});

test('a server that stops waits for no answer of its public address', async () => {
  const silent = createServer(() => {});
  const port = await listen(silent);
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const settings = readSettings({ SITE_URL: `http://127.0.0.1:${port}` });
  const stopping = new AbortController();
  silent.once('request', () => stopping.abort());
  const faults = await findFaults(settings, database, stopping.signal);
  expect(faults.at(-1)).toMatch(/does not answer \(.*abort/i);
});

test('a list that was left beside a PostgreSQL is named, and not opened', async () => {
  const dataDir = testFolder();
  mkdirSync(join(dataDir, 'postgres'));
  // If it were opened, it would end the process as damaged.
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '18\n');
  const settings = readSettings({ DATA_DIR: dataDir, DATABASE_URL: 'postgresql://localhost/list' });
  const faults = await findFaults(settings, database, new AbortController().signal);
  expect(faults).toContainEqual(expect.stringContaining(`another list lies in ${join(dataDir, 'postgres')}`));
});
