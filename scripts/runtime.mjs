import { build } from './build.mjs';
import { install } from './install.mjs';
import { runFile } from './run.mjs';

install('site');
await build();
process.exit(await runFile('scripts/runtime.ts', process.argv.slice(2)));
