import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { watchPostgres } from './pglite.ts';

/** How a process ends whose PostgreSQL logs this line. */
function endOf(line: string, whenOpen: boolean) {
  const module = JSON.stringify(new URL('./pglite.ts', import.meta.url).href);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { watchPostgres } from ${module};
       const watch = watchPostgres('/the/list');
       if (${whenOpen}) watch.opened();
       watch.onStderr(${JSON.stringify(line)});
       console.log('went on');`,
    ],
    { encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

test('a WAL that cannot grow ends the process with 70, so that it is started again once there is space', () => {
  const line = '2026-01-01 PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device';
  for (const whenOpen of [true, false]) {
    expect(endOf(line, whenOpen)).toEqual({
      status: 70,
      stdout: '',
      stderr: 'The disk that holds /the/list is full. Nothing is lost: free some space, then start again.\n',
    });
  }
});

test('a disk that fails while the database is open ends the process with 70, and the message names the disk', () => {
  const { status, stdout, stderr } = endOf('PANIC:  could not fsync file "pg_wal/1": I/O error', true);
  expect([status, stdout]).toEqual([70, '']);
  expect(stderr).toContain('check that disk');
});

test('files that are missing or damaged end the start with 1, so that no supervisor tries for ever', () => {
  for (const line of [
    'PANIC:  could not open file "global/pg_control": No such file or directory',
    'PANIC:  could not locate a valid checkpoint record at 0/189C468',
  ]) {
    const { status, stderr } = endOf(line, false);
    expect(status).toBe(1);
    expect(stderr).toContain('damaged or incomplete');
    expect(stderr).not.toContain('full');
  }
});

test('any other line of PostgreSQL does not end the process', () => {
  expect(watchPostgres('/the/list').onStderr('ERROR:  could not extend file: No space left on device')).toBe(
    true,
  );
});

test('a start that failed for lack of space is not reported as damage', () => {
  const watch = watchPostgres('/the/list');
  watch.onStderr('FATAL:  could not write lock file "postmaster.pid": No space left on device');
  expect(watch.reason()).toContain('is full. Nothing is lost');
  expect(watchPostgres('/the/list').reason()).toContain('damaged or incomplete');
});
