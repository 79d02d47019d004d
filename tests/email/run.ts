import { join } from 'node:path';
import { startPostgres } from '../support/postgres.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { drill } from './drill.ts';
import { fuzzTokens } from './fuzz.ts';

const members = Number(process.env.MAIL_MEMBERS ?? 20_000);
const kills = Number(process.env.MAIL_KILLS ?? 10);
const guesses = Number(process.env.MAIL_GUESSES ?? 100_000);
const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
const chosen = process.argv.slice(2);
const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name);

const next = seededRandom(seed);
const random = () => next(1_000_000) / 1_000_000;
const folder = temporaryFolder();
const postgres = await startPostgres();
if (!postgres) throw new Error('This run needs PostgreSQL: apt-get install postgresql');
console.log(`TEST_SEED=${seed}`);
try {
  const places = [
    {
      name: 'postgres',
      servers: 2,
      database: { dataDir: folder.path, databaseUrl: await postgres.createDatabase('drill') },
    },
    // One process holds an embedded database: the one server is killed each time.
    { name: 'embedded', servers: 1, database: { dataDir: join(folder.path, 'drill') } },
  ];
  for (const { name, servers, database } of places.filter(({ name }) => isChosen(name))) {
    const counts = await drill({ database, servers, members, kills, random });
    console.log(name, counts);
    const { once, twice, none, more, failed, repeats } = counts;
    if (once + twice !== members || none + more + failed > 0 || twice > repeats) process.exitCode = 1;
  }
  if (isChosen('fuzz')) {
    const { tried, answers, stillOnTheList } = await fuzzTokens(
      { dataDir: join(folder.path, 'fuzz') },
      guesses,
    );
    console.log('fuzz', { tried, differentAnswers: answers.length, stillOnTheList });
    if (answers.length !== 1 || !stillOnTheList) process.exitCode = 1;
  }
} finally {
  await postgres.stop();
  folder.remove();
}
