import { findHeadlessBrowser, findOtherEngines } from './browser.mjs';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { runFile } from './run.mjs';

install('everything');
await build();
const chromium = { CHROMIUM_PATH: findHeadlessBrowser() ?? '' };
const { engines, notes, environment } = findOtherEngines();
for (const note of notes) console.error(note);
const others = {
  FIREFOX_PATH: engines.includes('firefox') ? environment.FIREFOX_PATH : '',
  WEBKIT_DRIVER_PATH: engines.includes('webkit') ? environment.WEBKIT_DRIVER_PATH : '',
};
const code = await runFile('tests/support/take-pictures.ts', [], chromium);
process.exit(code || (await runFile('tests/support/compare-engines.ts', [], { ...chromium, ...others })));
