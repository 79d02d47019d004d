import { findHeadlessBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { runFile } from './run.mjs';

const args = process.argv.slice(2);
const isPreview = args[0] === 'preview' && !args.includes('--help') && !args.includes('-h');
install(isPreview ? 'everything' : 'site');
if (isPreview) await build();
process.exit(
  await runFile('cli/mail/index.ts', args, isPreview ? { CHROMIUM_PATH: findHeadlessBrowser() ?? '' } : {}),
);
