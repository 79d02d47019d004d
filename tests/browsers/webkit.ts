import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.ts';
import { pressActions, strokes } from './actions.ts';
import type { BrowserSettings, Driver, Engine } from './driver.ts';

const windowProgram = fileURLToPath(new URL('webkit-window.py', import.meta.url));

/** A screen that nobody sees; returns its name. */
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

/** Sends a command of W3C WebDriver and returns its value; throws with the browser's words. */
async function command<Value>(url: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<Value> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
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

function windowArguments({ width, height, dark, reducedMotion, script }: BrowserSettings, faults: string) {
  return [
    windowProgram,
    '--automation',
    `--width=${width}`,
    `--height=${height}`,
    `--faults=${faults}`,
    ...(dark ? ['--dark'] : []),
    ...(reducedMotion ? ['--reduced-motion'] : []),
    ...(script ? [] : ['--no-script']),
  ];
}

function driveSession(session: string, faultsFile: string): Driver {
  return {
    async navigate(url) {
      await command(`${session}/url`, 'POST', { url });
    },
    call: (source) =>
      command(`${session}/execute/sync`, 'POST', { script: `return (${source})()`, args: [] }),
    // WebKitGTK's driver takes touches and does nothing with them.
    async press(x, y) {
      await command(`${session}/actions`, 'POST', { actions: pressActions(x, y, 'mouse') });
    },
    async keys(names) {
      await command(`${session}/actions`, 'POST', { actions: strokes(names) });
    },
    async resize(width, height) {
      await command(`${session}/window/rect`, 'POST', { width, height });
    },
    picture: async () => Buffer.from(await command<string>(`${session}/screenshot`, 'GET'), 'base64'),
    faults: () => (existsSync(faultsFile) ? readFileSync(faultsFile, 'utf8').trim().split('\n') : []),
    async close() {
      // The window is gone before the driver has said so.
      await command(session, 'DELETE').catch(() => {});
      await rm(faultsFile, { force: true });
    },
  };
}

/** WebKitGTK, by W3C WebDriver, on a screen of its own. Each visit is a new window with nothing kept from the last. */
export async function startWebkit(path: string): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'webkit-'));
  const { screen, name } = await startScreen();
  const port = await freePort();
  const driver = spawn(path, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: name, LIBGL_ALWAYS_SOFTWARE: '1', GTK_A11Y: 'none' },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, driver);
  let visits = 0;
  return {
    async visit(settings) {
      visits += 1;
      const faults = join(folder, `faults-${visits}`);
      const { sessionId } = await command<{ sessionId: string }>(`${url}/session`, 'POST', {
        capabilities: {
          alwaysMatch: {
            pageLoadStrategy: 'none',
            'webkitgtk:browserOptions': {
              binary: '/usr/bin/python3',
              args: windowArguments(settings, faults),
            },
          },
        },
      });
      return driveSession(`${url}/session/${sessionId}`, faults);
    },
    async stop() {
      await end(driver);
      await end(screen);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
