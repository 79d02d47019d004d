import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { removeFolder, startServer } from './start-server.ts';
import { serverFolder, serverOfTests } from './test-server.ts';

const [folder, unbuilt] = await Promise.all([serverFolder('data', 'another'), serverFolder()]);
await removeFolder(`${unbuilt}/dist`);
await writeFile(`${folder}/file`, '');
await writeFile(`${folder}/dist/.env`, 'TRUST_PROXY=many\nPORT=4299\n');
const holder = await serverOfTests(folder, { LOG_LEVEL: 'silent' });
const port = Number(new URL(holder.url).port);

test.for<{ what: string; settings: Record<string, string>; where?: string; says: string | RegExp }>([
  {
    what: 'a port that is taken, and another one suggested, before a list is created',
    settings: { PORT: String(port), DATA_DIR: './not-begun' },
    says: `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start\n`,
  },
  {
    what: 'a port for Prometheus that is taken, by its own setting',
    settings: { METRICS_PORT: String(port) },
    says: new RegExp(`METRICS_PORT=${port + 1} npm start`),
  },
  {
    what: 'an address that is not of this machine',
    settings: { HOST: '203.0.113.1' },
    says: 'HOST is 203.0.113.1, which is not an address of this machine. Use 127.0.0.1 or 0.0.0.0.\n',
  },
  {
    what: 'the folder of pages that were not built, with what to run',
    settings: {},
    where: unbuilt,
    says: 'The built pages are missing: there is no folder dist/. Run "npm run build" first.\n',
  },
  {
    what: 'who holds the data folder',
    settings: { DATA_DIR: './data' },
    says: new RegExp(String(holder.child.pid)),
  },
  { what: 'a data folder that cannot be one', settings: { DATA_DIR: './file' }, says: /^.*file.*\.\n$/ },
  {
    what: 'all wrong settings together, from the environment and from .env, which it outweighs',
    settings: { PORT: 'x' },
    where: `${folder}/dist`,
    says: /^These settings need correcting \(see .env.example\):\n {2}PORT must .* 65535\n {2}TRUST_PROXY must .*\n$/,
  },
])('a server that cannot start ends with 1 and names $what', async ({ settings, where = folder, says }) => {
  const server = await startServer(where, { DATA_DIR: './another', ...settings });
  expect(server.url, 'it should not have started').toBe('');
  expect(server.child.exitCode).toBe(1);
  expect(server.output()).not.toMatch(/\n\s+at |node:internal/);
  if (typeof says === 'string') expect(server.output()).toBe(says);
  else expect(server.output()).toMatch(says);
  expect(existsSync(`${folder}/not-begun`)).toBe(false);
});
