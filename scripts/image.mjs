import { install } from './install.mjs';
import { runFile } from './run.mjs';

install('everything');
process.exit(await runFile('tests/deploy/image.ts', process.argv.slice(2)));
