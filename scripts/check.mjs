import { install } from './install.mjs';
import { runTool } from './run.mjs';

/** Format and lint (imports between folders included), types, dead code. Returns whether all is well. */
export async function check() {
  const codes = [
    await runTool('biome', ['check', '--error-on-warnings', '.']),
    await runTool('tsc', ['-p', '.']),
    await runTool('knip', []),
  ];
  return codes.every((code) => code === 0);
}

if (process.argv[1]?.endsWith('check.mjs')) {
  install('everything');
  process.exit((await check()) ? 0 : 1);
}
