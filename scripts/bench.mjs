import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { runFile } from './run.mjs';

const [file, ...args] = process.argv.slice(2);
install('everything');
await build();
const browser = file === 'bench/pages.ts' ? findBrowser() : undefined;
process.exit(await runFile(file, args, browser ? { CHROMIUM_PATH: browser } : {}));
