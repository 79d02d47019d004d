import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { modernNode, packages, root } from './setup.mjs';

const parent = process.ppid;

/** npm's process, if its shell is our parent: SIGTERM ends the shell before npm, SIGKILL leaves it behind. */
function findNpm() {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(parent)], { encoding: 'utf8' });
  const [, npm] = /^\s*(\d+) (?:\S*\/)?(?:ba|da|z)?sh\s*$/.exec(stdout ?? '') ?? [];
  return npm && Number(npm);
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * The tools whose package has another name.
 * @type {Record<string, string>}
 */
export const packageOf = { biome: '@biomejs/biome', playwright: '@playwright/test', tsc: 'typescript' };

/**
 * The signals to pass on to a child. On Windows a console sends Ctrl+C to the child itself, and sending it a signal would
 * kill it at once, before it has closed the database.
 */
/** @type {NodeJS.Signals[]} */
const passedOn = process.platform === 'win32' ? [] : ['SIGINT', 'SIGTERM'];

/** What several commands that run at once share. */
const running = {
  children: 0,
  /**
   * The signal that asked us to stop.
   * @type {NodeJS.Signals | undefined}
   */
  stopSignal: undefined,
  /** Whether we end as soon as no child is left. */
  isEnding: false,

  childStarted() {
    this.children += 1;
  },
  childEnded() {
    this.children -= 1;
  },
  /** @param {NodeJS.Signals} signal */
  askedToStop(signal) {
    this.stopSignal = signal;
  },
  /**
   * Ends this process with a signal's exit code as soon as no child is left.
   * @param {NodeJS.Signals} signal
   * @returns {Promise<never>} it never resolves, so nothing else is started
   */
  endBySignal(signal) {
    this.isEnding = true;
    if (this.children === 0) process.exit(128 + constants.signals[signal]);
    return new Promise(() => {});
  },
};

/** How often to look whether those who started us are still there, in milliseconds. */
const watchMs = 250;

/**
 * Calls back once the process that started us, or the npm above it, is gone.
 * @param {() => void} onGone
 * @returns what ends the watch
 */
function watchStarters(onGone) {
  const npm = process.env.npm_lifecycle_event && findNpm();
  const watch = setInterval(() => {
    const isParentThere = process.ppid === parent;
    const isNpmThere = !npm || isRunning(npm);
    if (isParentThere && isNpmThere) return;
    clearInterval(watch);
    onGone();
  }, watchMs);
  return () => clearInterval(watch);
}

/**
 * Runs Node until it exits, and passes on the signals that ask us to stop. If the process that started us is gone, that counts as
 * one. It uses no shell, which would end a path at a space, and no links of node_modules/.bin, which are batch files on Windows.
 * @param {string[]} args a file and its arguments
 * @param {NodeJS.ProcessEnv} environment
 * @param {import('node:child_process').StdioOptions} stdio
 * @returns {Promise<number>} its exit code. After a signal only a child that ended with 0 returns, such as a server that has
 * closed; else the signal ends the whole run.
 */
async function run(args, environment = {}, stdio = 'inherit') {
  if (running.stopSignal) return running.endBySignal(running.stopSignal);
  const node = modernNode();
  const path = [dirname(node), join(packages, '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(node, args, {
    cwd: root,
    stdio,
    // Node's compile cache saves a third of a server's start, and of a test file's imports.
    env: { NODE_COMPILE_CACHE: join(root, '.cache/compiled'), ...process.env, ...environment, PATH: path },
  });
  /** @param {NodeJS.Signals} signal */
  const handle = (signal) => {
    running.askedToStop(signal);
    if (passedOn.includes(signal)) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, handle);
  const endWatch = watchStarters(() => {
    running.askedToStop('SIGTERM');
    if (child.connected) child.disconnect();
    else child.kill();
  });
  running.childStarted();
  /** @type {number} */
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(127));
    child.on('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  running.childEnded();
  endWatch();
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, handle);
  const hasClosedInOrder = code === 0 && !running.isEnding;
  if (running.stopSignal && !hasClosedInOrder) return running.endBySignal(running.stopSignal);
  return code;
}

/**
 * The file of a command that one of the packages provides: all of them are JavaScript.
 * @param {string} name
 */
function toolFile(name) {
  const folder = join(packages, packageOf[name] ?? name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[name]);
}

/** @type {(name: string, args: string[], environment?: NodeJS.ProcessEnv) => Promise<number>} */
export const runTool = (name, args, environment) => run([toolFile(name), ...args], environment);

/** @type {(file: string, args?: string[], environment?: NodeJS.ProcessEnv) => Promise<number>} */
export const runFile = (file, args = [], environment) => run([file, ...args], environment);

/** As in the service in deploy/systemd, which says why, and in the Dockerfile. */
export const serverOptions = ['--max-semi-space-size=8'];

/** Runs the server: when this process is gone, its channel closes, and it ends in order. */
export const runServer = () =>
  run([...serverOptions, 'server/index.ts'], {}, ['inherit', 'inherit', 'inherit', 'ipc']);
