import { build, rebuild } from './build.mjs';
import { findBrowser, findHeadlessBrowser } from './programs.mjs';
import { runFile, runServer, runTool } from './run.mjs';
import { giveUp, install } from './setup.mjs';
import { check, testEverything, testPaths } from './test.mjs';

/**
 * The long runs that `npm test` leaves out. A missing program is a failure, as in CI.
 * @type {Record<string, (args: string[]) => Promise<number>>}
 */
const drills = {
  attack: (args) => runFile('tests/attack/run.ts', args),
  backups: (args) =>
    runTool('vitest', ['run', '--root=.', '--config=tests/backups/vitest.config.ts', ...args], {
      CI: '1',
      BACKUP_ROUNDS: process.env.BACKUP_ROUNDS ?? '5',
    }),
  deploy: (args) => runFile('tests/deploy/run.ts', args),
  // One file after the other, so that the seconds it prints are those of one pair alone.
  failover: (args) =>
    runTool('vitest', ['run', 'tests/failover', '--no-file-parallelism', ...args], {
      CI: '1',
      FAILOVER_ROUNDS: process.env.FAILOVER_ROUNDS ?? '20',
    }),
  image: (args) => runFile('tests/deploy/image.ts', args),
  mail: (args) => runFile('tests/email/run.ts', args),
  owner: (args) => runFile('tests/owner/run.ts', args, { CI: '1' }),
  prayers: (args) => runFile('tests/prayer-times/run.ts', args),
};

/** @param {string[]} args the drill's name, and its own arguments */
function runDrill([name = '', ...args]) {
  const drill =
    drills[name] ?? giveUp(`There is no drill ${name}: one of ${Object.keys(drills).join(', ')}.`);
  return drill(args);
}

/**
 * @typedef {object} Task
 * @property {string} [about]
 * @property {number} [takes]
 * @property {'site' | 'everything'} needs
 * @property {boolean} [onSite]
 * @property {(args: string[]) => Promise<number>} run
 */

const benchesInBrowser = ['pages', 'presses'];

/**
 * What package.json's scripts call. `needs` says which packages are installed first: those of the site, or also the tools of the
 * tests. `onSite` builds the site first. `about` is the help of a task that has none of its own; such a task takes no arguments,
 * or as many as `takes` says.
 * @type {Record<string, Task>}
 */
const tasks = {
  start: {
    about:
      'npm start builds the site where it has changed, and serves it. Settings say how: see .env.example.',
    needs: 'site',
    onSite: true,
    run: () => runServer(),
  },
  dev: {
    about: 'npm run dev serves the site with hot reload. Settings say how: see .env.example.',
    needs: 'everything',
    run: () => runFile('build/development.ts'),
  },
  build: {
    about: 'npm run build builds the site into dist/.',
    needs: 'site',
    run: async () => ((await rebuild()) ? 0 : 1),
  },
  check: {
    about: 'npm run check checks format, lint, types, dead code and the oldest supported browsers.',
    needs: 'everything',
    run: check,
  },
  test: { needs: 'everything', run: (args) => (args.length > 0 ? testPaths(args) : testEverything()) },
  drill: { needs: 'everything', onSite: true, run: runDrill },
  bench: {
    needs: 'everything',
    onSite: true,
    run([name = '', ...args]) {
      const browser = benchesInBrowser.includes(name) ? findBrowser() : undefined;
      return runFile(`bench/${name}.ts`, args, browser ? { CHROMIUM_PATH: browser } : {});
    },
  },
  waitlist: { needs: 'site', run: (args) => runFile('cli/index.ts', args) },
  mail: { needs: 'site', run: (args) => runFile('cli/mail.ts', args) },
  emails: {
    about: 'npm run emails draws the emails into .cache/emails/, in place of what is there.',
    needs: 'everything',
    onSite: true,
    run: () => runFile('scripts/preview-emails.ts', [], { CHROMIUM_PATH: findHeadlessBrowser() ?? '' }),
  },
  runtime: {
    about: 'npm run runtime -- FOLDER writes what a server needs into a folder outside of the project.',
    takes: 1,
    needs: 'site',
    onSite: true,
    run: (args) => runFile('deploy/runtime.ts', args),
  },
};

const [name = '', ...args] = process.argv.slice(2);
const task = tasks[name] ?? giveUp(`Say which task: one of ${Object.keys(tasks).join(', ')}.`);
if (task.about) {
  if (args.some((arg) => ['--help', '-h'].includes(arg))) {
    console.log(task.about);
    process.exit(0);
  }
  const [unknown] = args.slice(task.takes ?? 0);
  if (unknown !== undefined) giveUp(`${task.about} It does not take ${unknown}.`);
}
install(task.needs);
if (task.onSite) await build();
process.exit(await task.run(args));
