import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyRepository, runInCopy } from '../owner/copy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const list = readFileSync(join(import.meta.dirname, 'faults.tsv'), 'utf8');
const wanted = process.argv.slice(2);
/** Mistakes that somebody could make: each text stands in its file once, and the tests are as their runner takes them. */
const faults = list
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [file: string, from: string, to: string, tests: string])
  .filter(
    ([file, , , tests]) => wanted.length === 0 || wanted.some((part) => `${file} ${tests}`.includes(part)),
  );

const folder = temporaryFolder();
process.once('exit', () => folder.remove());
const environment = { ...process.env, NO_COLOR: '1' };
const run = (script: string, ...args: string[]) => runInCopy(folder.path, environment, script, ...args);

/** What catches the fault that has been planted; undefined when nothing does. */
async function catcher(tests: string[]): Promise<string | undefined> {
  const isJourney = tests.some((test) => /^tests\/(journeys|browsers)\b/.test(test));
  if (isJourney) {
    const built = await run('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn');
    if (built.code !== 0) return 'the build';
  }
  const journeys = ['test', ...tests, '--project=journeys', '--project=chromium', '--reporter=list', '-x'];
  const units = ['run', ...tests, '--bail=1', '--reporter=default'];
  const { code, output } = isJourney
    ? await run('node_modules/@playwright/test/cli.js', ...journeys)
    : await run('node_modules/vitest/vitest.mjs', ...units);
  if (code === 0) return undefined;
  // As Vitest names the first test that failed, and as Playwright does.
  const failed = /^ *(?:FAIL|1\)) .*? [>›] (.+)$/m.exec(output)?.[1];
  // A misspelt name in the list, or a file that cannot be loaded, proves nothing.
  if (!failed) throw new Error(`No test of ${tests.join(', ')} failed, and yet:\n${output}`);
  return failed;
}

await copyRepository(folder.path);
cpSync('dist', join(folder.path, 'dist'), { recursive: true });
let missed = 0;
for (const [file, from, to, names] of faults) {
  const tests = names.split(' ');
  // Of migrations the last that has the text: it replaces what an earlier one made.
  const path = globSync(join(folder.path, file))
    .sort()
    .findLast((path) => readFileSync(path, 'utf8').includes(from));
  const sound = path ? readFileSync(path, 'utf8') : '';
  const times = sound.split(from).length - 1;
  let said = `stands ${times} times in the file: mend tests/planted/faults.tsv`;
  if (path && times === 1) {
    const faulty = sound.replace(from, () => to);
    writeFileSync(path, faulty);
    const caughtBy = await catcher(tests);
    writeFileSync(path, sound);
    said = caughtBy ? `caught by “${caughtBy}”` : `NOT CAUGHT by ${tests.join(', ')}`;
    if (!caughtBy) missed += 1;
  } else missed += 1;
  console.log(`${file}: ${from} → ${to || 'nothing'}: ${said}`);
}
console.log(`${faults.length} planted, ${faults.length - missed} caught.`);
process.exitCode = missed === 0 ? 0 : 1;
