import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/network.ts';
import type { BrowserSettings, Driver, Engine } from './driver.ts';

const windowProgram = fileURLToPath(new URL('webkit-window.py', import.meta.url));

/** Starts a virtual X display; returns its name too. */
async function startScreen(): Promise<{ screen: ChildProcess; name: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '2000x1400x24', '-nolisten', 'tcp'];
  const screen = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = await once(screen.stdio[3] as NodeJS.EventEmitter, 'data');
  return { screen, name: `:${String(number).trim()}` };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

/**
 * Sends a command of W3C WebDriver and returns its value; throws with the browser's error message, or when no answer comes:
 * of a script that was sent to a page about to be left, it sometimes does not.
 */
async function command<Value>(url: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<Value> {
  const signal = AbortSignal.timeout(20_000);
  const response = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${value.error}: ${value.message}`);
  return value;
}

async function untilReady(url: string, driver: ChildProcess): Promise<void> {
  while (driver.exitCode === null && driver.signalCode === null) {
    const { ready } = await command<{ ready: boolean }>(`${url}/status`, 'GET').catch(() => ({
      ready: false,
    }));
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('WebKitWebDriver has ended.');
}

/** These settings hold for the whole process: other settings need another process. */
function programArguments({ dark, reducedMotion, script }: BrowserSettings, faults: string): string[] {
  return [
    windowProgram,
    '--automation',
    `--faults=${faults}`,
    ...(dark ? ['--dark'] : []),
    ...(reducedMotion ? ['--reduced-motion'] : []),
    ...(script ? [] : ['--no-script']),
  ];
}

interface RunningWebkit {
  session: string;
  /** The handle of its first window, which stays open: the session ends with its last window. */
  home: string;
  arguments: string;
}

/** The errors of the pages of these origins. Each line of the file is an origin and an error. */
function faultsOf(origins: ReadonlySet<string>, file: string): string[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const end = line.indexOf(' ');
    return origins.has(line.slice(0, end)) ? [line.slice(end + 1)] : [];
  });
}

/** WebDriver's code points for keys that type no character (W3C WebDriver, section 17.4.2). */
const codePoints: Record<string, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};
const shift = '\uE008';

async function openWindow({ session, home }: RunningWebkit, faults: string): Promise<Driver> {
  const { handle } = await command<{ handle: string }>(`${session}/window/new`, 'POST', { type: 'window' });
  await command(`${session}/window`, 'POST', { handle });
  const origins = new Set<string>();
  const act = (source: object, actions: object[]) =>
    command(`${session}/actions`, 'POST', { actions: [{ ...source, actions }] });
  return {
    async navigate(url) {
      origins.add(new URL(url).origin);
      await command(`${session}/url`, 'POST', { url });
    },
    call: (source) =>
      command(`${session}/execute/sync`, 'POST', { script: `return (${source})()`, args: [] }),
    // WebKitGTK's driver accepts touches and ignores them.
    async press(x, y) {
      await act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } }, [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]);
    },
    async key(name, isShifted) {
      const press = (value: string, inside: object[] = []) => [
        { type: 'keyDown', value },
        ...inside,
        { type: 'keyUp', value },
      ];
      const pressed = press(codePoints[name] ?? name);
      await act({ type: 'key', id: 'keyboard' }, isShifted ? press(shift, pressed) : pressed);
    },
    async resize(width, height) {
      await command(`${session}/window/rect`, 'POST', { width, height });
    },
    picture: async () => Buffer.from(await command<string>(`${session}/screenshot`, 'GET'), 'base64'),
    faults: () => faultsOf(origins, faults),
    async close() {
      await command(`${session}/window`, 'DELETE');
      await command(`${session}/window`, 'POST', { handle: home });
    },
  };
}

/**
 * WebKitGTK, by W3C WebDriver, on a display of its own. One visit at a time, each in a new window. The cache and the storage are
 * kept by origin, and each visit's line has an origin of its own; the site sets no cookies.
 */
export async function startWebkit(path: string): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'webkit-'));
  const faults = join(folder, 'faults');
  const { screen, name } = await startScreen();
  const port = await freePort();
  const driver = spawn(path, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: name, LIBGL_ALWAYS_SOFTWARE: '1', GTK_A11Y: 'none' },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, driver);
  let running: RunningWebkit | undefined;

  /** The process with these settings: the running one, or a new one in its place. */
  async function runWith(settings: BrowserSettings): Promise<RunningWebkit> {
    const args = programArguments(settings, faults);
    if (running?.arguments === args.join(' ')) return running;
    // The process exits before the driver has answered.
    if (running) await command(running.session, 'DELETE').catch(() => {});
    const { sessionId } = await command<{ sessionId: string }>(`${url}/session`, 'POST', {
      capabilities: {
        alwaysMatch: {
          pageLoadStrategy: 'none',
          timeouts: { script: 10_000 },
          'webkitgtk:browserOptions': { binary: '/usr/bin/python3', args },
        },
      },
    });
    const session = `${url}/session/${sessionId}`;
    const home = await command<string>(`${session}/window`, 'GET');
    running = { session, home, arguments: args.join(' ') };
    return running;
  }

  return {
    async visit(settings) {
      const visit = await openWindow(await runWith(settings), faults);
      await visit.resize(settings.width, settings.height);
      return visit;
    },
    async stop() {
      if (running) await command(running.session, 'DELETE').catch(() => {});
      await end(driver);
      await end(screen);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
