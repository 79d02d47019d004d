import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { readSettings } from './settings.ts';
import { bind, closeServer } from './socket.ts';
import { startServer } from './start-server.ts';

test('a port for Prometheus that is taken is noticed before a list is created', async () => {
  const { path, remove } = temporaryFolder();
  const other = createServer();
  const taken = await bind(other, { host: '127.0.0.1', port: 0, setting: 'METRICS_PORT' });
  onTestFinished(() => closeServer(other).then(remove));
  const dataDir = join(path, 'data');
  const starting = startServer({
    settings: readSettings({ PORT: '0', METRICS_PORT: String(taken), DATA_DIR: dataDir }),
    site: { has: () => false, answer: () => ({ status: 404, headers: {}, body: null }) },
    templates: undefined,
    log: pino({ level: 'silent' }),
  });
  await expect(starting).rejects.toThrow(`Port ${taken} is taken by another program.`);
  expect(existsSync(dataDir)).toBe(false);
});
