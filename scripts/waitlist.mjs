import { install } from './install.mjs';
import { runFile } from './run.mjs';

install('site');
process.exit(await runFile('cli/index.ts', process.argv.slice(2)));
