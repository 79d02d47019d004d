import { build } from './build.mjs';
import { install } from './install.mjs';
import { runFile } from './run.mjs';

install('site');
await build();
process.exit(await runFile('server/index.ts'));
