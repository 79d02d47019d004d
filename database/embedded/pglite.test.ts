import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { watchPostgres } from './pglite.ts';

/** Starts a process, lets its PostgreSQL log this line, and returns how the process ends. */
function endOf(line: string, whenOpen: boolean) {
  const program = `import { watchPostgres } from ${JSON.stringify(new URL('./pglite.ts', import.meta.url).href)};
    const watch = watchPostgres('/the/list');
    if (${whenOpen}) watch.opened();
    watch.onStderr(${JSON.stringify(line)});
    console.log('went on');`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
}

const noSpace = 'PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device';
const full =
  /^The disk that holds \/the\/list is full\. Nothing is lost: free some space, then start again\.\n$/;
const damaged = /damaged or incomplete.*npm run waitlist -- restore FILE/;

// A supervisor starts the server again after 70, and not after 1.
test.each([
  ['a log that cannot grow', noSpace, true, 70, full],
  ['a log that cannot grow, at the start', noSpace, false, 70, full],
  ['a disk that fails', 'PANIC:  could not fsync file "pg_wal/1": I/O error', true, 70, /check that disk/],
  ['a missing file', 'PANIC:  could not open file "global/pg_control": No such file', false, 1, damaged],
  ['a log without its end', 'PANIC:  could not locate a valid checkpoint record', false, 1, damaged],
])('%s ends the process, which says why', (_, line, whenOpen, status, sentence) => {
  const ended = endOf(line, whenOpen);
  expect([ended.status, ended.stdout]).toEqual([status, '']);
  expect(ended.stderr).toMatch(sentence);
});

test('a start that lacked space is not called damage, and other lines end nothing', () => {
  const watch = watchPostgres('/the/list');
  expect(watch.reason()).toMatch(damaged);
  expect(watch.onStderr('FATAL:  could not write a lock file: No space left on device')).toBe(true);
  expect(watch.reason()).toContain('is full. Nothing is lost');
});
