import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveUp, install, root } from './install.mjs';
import { runTool } from './run.mjs';

const sources = [
  'app',
  'build',
  'content',
  'mail/messages',
  'public',
  'server/pages',
  'vite.config.ts',
  'package-lock.json',
  '.env',
];
const settings = ['SITE_URL', 'VITE_BACKEND_URL', 'BACKEND_ANON_KEY'];
const stamp = join(root, '.cache', 'built');

function addFiles(hash, path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return;
  if (statSync(absolute).isDirectory()) {
    for (const name of readdirSync(absolute).sort()) addFiles(hash, `${path}/${name}`);
  } else {
    hash.update(path).update(readFileSync(absolute));
  }
}

/** A hash of what the built site depends on. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const path of sources) addFiles(hash, path);
  for (const name of settings) hash.update(`${name}=${process.env[name] ?? ''}`);
  return hash.digest('hex');
}

/** Builds the site into dist/, unless the last build had the same sources and settings. */
export async function build() {
  const wanted = fingerprint();
  const isBuilt = existsSync(join(root, 'dist/index.html')) && existsSync(stamp);
  if (isBuilt && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Building the site …');
  const code = await runTool('vite', ['build', '--logLevel', 'warn']);
  if (code !== 0)
    giveUp('The site could not be built: the lines above name the file and what is wrong with it.');
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stamp, wanted);
}

if (process.argv[1]?.endsWith('build.mjs')) {
  install('site');
  await build();
}
