import { build, rebuild } from './build.mjs';
import { findBrowser, findHeadlessBrowser } from './programs.mjs';
import { runFile, runServer, runTool } from './run.mjs';
import { giveUp, install } from './setup.mjs';
import { check, repeatTests, testEverything, testPaths } from './test.mjs';

/** The long runs that `npm test` does not make. As in CI, what they need and is missing is a failure: who asks wants them. */
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
    runTool('vitest', ['run', 'tests/failover', '--no-file-parallelism', ...args], { CI: '1' }),
  image: (args) => runFile('tests/deploy/image.ts', args),
  mail: (args) => runFile('tests/email/run.ts', args),
  owner: (args) => runFile('tests/owner/run.ts', args, { CI: '1' }),
  prayers: (args) => runFile('tests/prayer-times/run.ts', args),
};

const benchesInBrowser = ['front', 'navigation', 'pages', 'presses'];

/** What package.json's scripts call: `everything` needs the tools of the tests as well, `onSite` the built site. */
const tasks = {
  start: { needs: 'site', onSite: true, run: () => runServer() },
  dev: { needs: 'everything', run: () => runFile('build/development.ts') },
  build: { needs: 'site', run: async () => ((await rebuild()) ? 0 : 1) },
  check: { needs: 'everything', run: check },
  test: { needs: 'everything', run: (args) => (args.length > 0 ? testPaths(args) : testEverything()) },
  repeat: { needs: 'everything', run: repeatTests },
  drill: { needs: 'everything', onSite: true, run: ([name, ...args]) => drills[name](args) },
  bench: {
    needs: 'everything',
    onSite: true,
    run([name, ...args]) {
      const browser = benchesInBrowser.includes(name) ? findBrowser() : undefined;
      return runFile(`bench/${name}.ts`, args, browser ? { CHROMIUM_PATH: browser } : {});
    },
  },
  waitlist: { needs: 'site', run: (args) => runFile('cli/index.ts', args) },
  mail: { needs: 'site', run: (args) => runFile('cli/mail.ts', args) },
  emails: {
    needs: 'everything',
    onSite: true,
    run: () => runFile('tests/support/preview-emails.ts', [], { CHROMIUM_PATH: findHeadlessBrowser() ?? '' }),
  },
  runtime: { needs: 'site', onSite: true, run: (args) => runFile('deploy/runtime.ts', args) },
};

const [name, ...args] = process.argv.slice(2);
const task = tasks[name] ?? giveUp(`Say which task: one of ${Object.keys(tasks).join(', ')}.`);
install(task.needs);
if (task.onSite) await build();
process.exit(await task.run(args));
