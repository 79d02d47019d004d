import { join } from 'node:path';
import { startPostgres } from '../support/postgres.ts';
import { seededRandom } from '../support/random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { announceDrill, welcomeDrill } from './drill.ts';
import { fuzzTokens } from './fuzz.ts';

const members = Number(process.env.MAIL_MEMBERS ?? 20_000);
const kills = Number(process.env.MAIL_KILLS ?? 10);
const guesses = Number(process.env.MAIL_GUESSES ?? 100_000);
const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
/** Arguments after `--` choose kinds of database and runs; without an argument of a group all of it is run. */
const words = process.argv.slice(2);
const chosenOf = <Name extends string>(names: readonly Name[]): readonly Name[] => {
  const named = names.filter((name) => words.includes(name));
  return named.length > 0 ? named : names;
};
const runs = chosenOf(['welcome', 'announce', 'fuzz'] as const);

const next = seededRandom(seed);
const random = () => next(1_000_000) / 1_000_000;
const folder = temporaryFolder();
const postgres = await startPostgres();
if (!postgres) throw new Error('This run needs PostgreSQL: apt-get install postgresql');
console.log(`TEST_SEED=${seed}`);
try {
  for (const kind of chosenOf(['postgres', 'embedded'] as const)) {
    // Only one process can hold an embedded database, so the same server is killed each time.
    const servers = kind === 'postgres' ? 2 : 1;
    const place = async (name: string) => ({
      dataDir: join(folder.path, name),
      ...(kind === 'postgres' && { databaseUrl: await postgres.createDatabase(name) }),
    });
    if (runs.includes('welcome')) {
      const counts = await welcomeDrill({
        database: await place('welcome'),
        servers,
        members,
        kills,
        random,
      });
      console.log(kind, 'welcome', counts);
      const { once, twice, none, more, failed, repeats } = counts;
      if (once + twice !== members || none + more + failed > 0 || twice > repeats) process.exitCode = 1;
    }
    if (runs.includes('announce')) {
      const counts = await announceDrill({
        database: await place('announce'),
        servers,
        members,
        kills,
        random,
      });
      console.log(kind, 'announce', counts);
      const { twiceOrMore, missing, failed } = counts;
      if (twiceOrMore + missing + failed > 0) process.exitCode = 1;
    }
  }
  if (runs.includes('fuzz')) {
    const { tried, answers, stillOnTheList } = await fuzzTokens(
      { dataDir: join(folder.path, 'fuzz') },
      guesses,
      random,
    );
    console.log('fuzz', { tried, differentAnswers: answers.length, stillOnTheList });
    if (answers.length !== 1 || !stillOnTheList) process.exitCode = 1;
  }
} finally {
  await postgres.stop();
  folder.remove();
}
