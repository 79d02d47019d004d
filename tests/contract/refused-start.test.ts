import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { copyEmbeddedList } from '../support/databases.ts';
import { makeServerFolder, removeFolder, startServer } from './start-server.ts';

const folder = await makeServerFolder();
copyEmbeddedList(`${folder}/data`);
copyEmbeddedList(`${folder}/another`);
const holder = await startServer(folder, { LOG_LEVEL: 'silent' });
afterAll(async () => {
  await holder.stop('SIGTERM');
  await removeFolder(folder);
});

/** Starts a server that must exit by itself with code 1; returns its output. */
async function refusal(settings: Record<string, string>, where = folder): Promise<string> {
  const server = await startServer(where, { DATA_DIR: './another', ...settings });
  expect(server.url, 'it should not have started').toBe('');
  expect(server.process.exitCode).toBe(1);
  expect(server.output()).not.toMatch(/\n\s+at |node:internal|secret/);
  return server.output();
}

test('a port that is taken is named, and another one suggested, before a list is created', async () => {
  const { port } = new URL(holder.url);
  expect(await refusal({ PORT: port, DATA_DIR: './not-begun' })).toBe(
    `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${Number(port) + 1} npm start\n`,
  );
  expect(existsSync(`${folder}/not-begun`)).toBe(false);
});

test('a port for Prometheus that is taken is named by its own setting', async () => {
  const { port } = new URL(holder.url);
  expect(await refusal({ METRICS_PORT: port })).toContain(`METRICS_PORT=${Number(port) + 1} npm start`);
});

test('an address that is not of this machine is named', async () => {
  expect(await refusal({ HOST: '203.0.113.1' })).toBe(
    'HOST is 203.0.113.1, which is not an address of this machine. Use 127.0.0.1 or 0.0.0.0.\n',
  );
});

test('pages that were not built are said to be missing, with what to run', async () => {
  const unbuilt = await makeServerFolder();
  await removeFolder(`${unbuilt}/dist`);
  expect(await refusal({}, unbuilt)).toBe(
    'The built pages are missing: there is no folder dist/. Run "npm run build" first.\n',
  );
  await removeFolder(unbuilt);
});

test('a data folder that another server holds is refused, and its holder is named', async () => {
  expect(await refusal({ DATA_DIR: './data' })).toContain(String(holder.process.pid));
});

test('a data folder that cannot be one is refused', async () => {
  await writeFile(`${folder}/file`, '');
  expect(await refusal({ DATA_DIR: './file' })).toMatch(/^.*file.*\.\n$/);
});

test('a database that does not answer is named without its password', async () => {
  expect(await refusal({ DATABASE_URL: 'postgresql://owner:secret@127.0.0.1:9/list' })).toMatch(
    /^PostgreSQL at 127\.0\.0\.1:9 .*cannot be reached/,
  );
});

test('wrong settings are named together, whether from the environment or from .env', async () => {
  const place = await makeServerFolder();
  await writeFile(`${place}/.env`, 'TRUST_PROXY=many\nPORT=4299\n');
  const said = await refusal({ PORT: 'x' }, place);
  expect(said).toBe(
    'These settings need correcting (see .env.example):\n' +
      '  PORT must be a port number from 0 to 65535\n' +
      '  TRUST_PROXY must be the number of proxies in front of the server, 0 to 10\n',
  );
  await removeFolder(place);
});
