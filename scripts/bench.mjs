import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { runFile } from './run.mjs';

const [file, ...args] = process.argv.slice(2);
install('everything');
await build();
const needsBrowser = ['bench/front.ts', 'bench/navigation.ts', 'bench/pages.ts', 'bench/presses.ts'].includes(
  file,
);
const browser = needsBrowser ? findBrowser() : undefined;
process.exit(await runFile(file, args, browser ? { CHROMIUM_PATH: browser } : {}));
