import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { removeFolder, startServer } from '../support/start-server.ts';
import { serverFolder, serverOfTests } from '../support/test-server.ts';

const [folder, unbuilt] = await Promise.all([serverFolder('data'), serverFolder()]);
await removeFolder(`${unbuilt}/dist`);
await writeFile(`${folder}/dist/.env`, 'TRUST_PROXY=many\nPORT=4299\n');
const holder = await serverOfTests(folder, { LOG_LEVEL: 'silent' });
const port = Number(new URL(holder.url).port);

test.for<{ what: string; settings: Record<string, string>; where?: string; says: string | RegExp }>([
  {
    what: 'a port that is taken, and another one suggested, before a list is created',
    settings: { PORT: String(port) },
    says: `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start\n`,
  },
  {
    what: 'the folder of pages that were not built, with what to run',
    settings: {},
    where: unbuilt,
    says: 'The built pages are missing: there is no folder dist/. Run "npm run build" first.\n',
  },
  {
    what: 'all wrong settings together, from the environment and from .env, which it outweighs',
    settings: { PORT: 'x' },
    where: `${folder}/dist`,
    says: /^These settings need correcting \(see .env.example\):\n {2}PORT must .* 65535\n {2}TRUST_PROXY must .*\n$/,
  },
])('a server that cannot start ends with 1 and names $what', async ({ settings, where = folder, says }) => {
  const server = await startServer(where, { DATA_DIR: './not-begun', ...settings });
  expect(server.url, 'it should not have started').toBe('');
  expect(server.child.exitCode).toBe(1);
  expect(server.output()).not.toMatch(/\n\s+at |node:internal/);
  if (typeof says === 'string') expect(server.output()).toBe(says);
  else expect(server.output()).toMatch(says);
  expect(existsSync(`${folder}/not-begun`)).toBe(false);
});
