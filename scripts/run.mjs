import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { giveUp, root } from './install.mjs';

const bin = join(root, 'node_modules', '.bin');
const suffix = process.platform === 'win32' ? '.cmd' : '';

/** The Node that comes with the packages: it runs TypeScript as it is. Else this one, if it is new enough. */
export function modernNode() {
  const installed = join(bin, `node${suffix}`);
  if (existsSync(installed)) return installed;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return giveUp(
    'No Node 26 package exists for this kind of machine: install Node 24 or newer, then run this again.',
  );
}

/**
 * Runs a command to its end, passing on the signals that ask us to stop.
 * @returns {Promise<number>} its exit code
 */
export function run(command, args, environment = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...environment, PATH: `${bin}${delimiter}${process.env.PATH}` },
  });
  const passOn = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, passOn);
  return new Promise((resolve) => {
    child.on('error', () => resolve(127));
    child.on('exit', (code, signal) => {
      for (const each of ['SIGINT', 'SIGTERM']) process.off(each, passOn);
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

/** Runs a program that one of the packages brings. */
export const runTool = (name, args, environment) => run(join(bin, `${name}${suffix}`), args, environment);

/** Runs one of our own TypeScript files. */
export const runFile = (file, args = [], environment) => run(modernNode(), [file, ...args], environment);
