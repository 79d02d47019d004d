import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { endOnPanic } from './panic.ts';

test('a panic ends the process with 70 and says why', () => {
  const module = JSON.stringify(new URL('./panic.ts', import.meta.url).href);
  const ended = spawnSync(process.execPath, [
    '--input-type=module',
    '-e',
    `import { endOnPanic } from ${module};
     endOnPanic('2026-01-01 PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device');
     console.log('went on');`,
  ]);
  expect(ended.status).toBe(70);
  expect(String(ended.stderr)).toContain('cannot write its log');
  expect(String(ended.stdout)).toBe('');
});

test('any other line of PostgreSQL does not', () => {
  expect(endOnPanic('ERROR:  could not extend file: No space left on device')).toBe(true);
});
