import { install } from './install.mjs';
import { runFile } from './run.mjs';

install('everything');
process.exit(await runFile('build/development.ts'));
