import { build } from './build.mjs';
import { install } from './install.mjs';
import { runFile } from './run.mjs';

install('everything');
await build();
process.exit(await runFile('tests/attack/run.ts', process.argv.slice(2)));
