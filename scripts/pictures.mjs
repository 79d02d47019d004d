import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { runFile } from './run.mjs';

install('everything');
await build();
process.exit(await runFile('tests/support/take-pictures.ts', [], { CHROMIUM_PATH: findBrowser() ?? '' }));
