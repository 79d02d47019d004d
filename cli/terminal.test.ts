import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';

/** A process that shows a bar as on a terminal, and then does something. */
function showBar(afterwards: string) {
  const module = JSON.stringify(new URL('./terminal.ts', import.meta.url).href);
  const program = `
    import { startProgress } from ${module};
    const stderr = Object.assign(process.stderr, { isTTY: true, columns: 60 });
    startProgress({ stderr }, 10, 'Importing').reach(5, '5 of 10');
    ${afterwards}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('a bar that an error has left unfinished keeps no process alive', async () => {
  const child = showBar('');
  let shown = '';
  child.stderr.on('data', (part) => {
    shown += part;
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(shown).toContain('Importing ██████████░░░░░░░░░░ 5 of 10');
});

test('Ctrl+C under a bar ends the command as it ends any other, and not with 0', async () => {
  const child = showBar('setInterval(() => {}, 1000);');
  await once(child.stderr, 'data');
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([null, 'SIGINT']);
});
