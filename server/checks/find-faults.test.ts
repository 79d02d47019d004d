import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../database/database.ts';
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

test('the faults of a server are those of its settings, its list and its public address', async () => {
  const settings = readSettings({ SITE_URL: 'http://127.0.0.1:1' });
  expect(await findFaults(settings, database, new AbortController().signal)).toEqual([
    expect.stringMatching(/^SITE_URL is .* no public name/),
    expect.stringMatching(/^SITE_URL is not https/),
    expect.stringMatching(/^SMTP_URL is not set/),
    'The database is away.',
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 does not answer/),
  ]);
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
