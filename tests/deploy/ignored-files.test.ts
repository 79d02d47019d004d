import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { traceRuntime } from '../../deploy/runtime.ts';
import { sources } from '../../scripts/build.mjs';
import { testFolder } from '../support/databases.ts';

/** Which of these paths git would leave out of a commit. */
function ignoredByGit(paths: string[]): string[] {
  const folder = testFolder();
  execFileSync('git', ['init', '--quiet', folder]);
  cpSync('.gitignore', join(folder, '.gitignore'));
  const { stdout } = spawnSync('git', ['check-ignore', '--stdin'], {
    cwd: folder,
    input: paths.join('\n'),
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((path) => path !== '');
}

/** What a command of the papers writes into the folder in which it runs, lists of people and keys among it. */
const written =
  /(?:> |--out |-out |\bbackup |\breport )([a-z][\w-]*\.(?:backup|csv|html|json|ndjson|pem|txt))\b/g;

test('git ignores every file of people and every key that the papers name', () => {
  const papers = globSync(['README.md', 'docs/*.md', 'deploy/*.md']).map((path) =>
    readFileSync(path, 'utf8'),
  );
  const names = papers.flatMap((text) => [...text.matchAll(written)].map(([, name = '']) => name));
  expect(names).toEqual(expect.arrayContaining(['waitlist.csv', 'dkim.pem']));
  const others = [
    'anything.txt',
    'list.csv.4711.unfinished',
    'lists/people.csv',
    '.env',
    '.env.local',
    'data/x',
  ];
  const all = [...new Set([...names, ...others])];
  expect(ignoredByGit(all).toSorted()).toEqual(all.toSorted());
});

test('git ignores nothing that belongs to the project', () => {
  const { stdout, status } = spawnSync('git', ['ls-files', '--cached', '--ignored', '--exclude-standard'], {
    encoding: 'utf8',
  });
  // A copy of the project need not be a repository.
  if (status === 0) expect(stdout).toBe('');
});

test('an image holds the sources of what runs in it, and no other file', async () => {
  const { files } = await traceRuntime();
  const tools = ['.npmrc', 'package.json', 'scripts', 'deploy', 'supabase'];
  const needed = [...files, ...sources, ...tools].map((path) => path.split('/')[0] ?? '');
  const [everything, ...allowed] = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(everything).toBe('*');
  expect(allowed.map((line) => line.replace(/^!/, '')).toSorted()).toEqual(
    [...new Set(needed)].filter((name) => name !== '.env').toSorted(),
  );
});
