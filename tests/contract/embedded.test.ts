import { afterAll } from 'vitest';
import { openDatabaseForTools } from '../../database/open-database.ts';
import { copyEmbeddedList } from '../support/databases.ts';
import { makeServerFolder, removeFolder, startServer } from './start-server.ts';
import { storedSourcesIn } from './stored-sources.ts';
import { staticHost, waitlistContract } from './waitlist-contract.ts';

const key = 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.an-older-key_in-the-form-of-a-JWT';
const folder = await makeServerFolder();
copyEmbeddedList(`${folder}/data`);
const server = await startServer(folder, {
  BACKEND_ANON_KEY: key,
  ALLOWED_ORIGINS: staticHost,
  LOG_LEVEL: 'silent',
});
const database = await openDatabaseForTools({ dataDir: `${folder}/data` });
afterAll(async () => {
  await database.close();
  await server.stop('SIGTERM');
  await removeFolder(folder);
});

waitlistContract({
  name: 'one server on its embedded database',
  urls: [server.url],
  key,
  calls: ['function', 'procedure'],
  storedSources: (email) => storedSourcesIn(database, email),
});
