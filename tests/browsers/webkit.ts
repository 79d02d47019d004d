import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Builder, Key, type WebDriver } from 'selenium-webdriver';
import { ServiceBuilder } from 'selenium-webdriver/chrome.js';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { BrowserSettings, Driver, Engine } from './driver.ts';

const windowProgram = fileURLToPath(new URL('webkit-window.py', import.meta.url));

/** Starts a virtual X display; returns its name too. */
async function startScreen(): Promise<{ screen: ChildProcess; name: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '2000x1400x24', '-nolisten', 'tcp'];
  const screen = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = await once(screen.stdio[3] as NodeJS.EventEmitter, 'data');
  return { screen, name: `:${String(number).trim()}` };
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

/** Selenium's name of a key that types no character: `ARROW_LEFT` for `ArrowLeft`. */
const keyOf = (name: string) => Key[name.replace('Arrow', 'Arrow_').toUpperCase() as 'TAB'] ?? name;

/** Opens a window beside the first one, which stays open: the session ends with its last window. */
async function openWindow(session: WebDriver, home: string, faults: string): Promise<Driver> {
  await session.switchTo().newWindow('window');
  const origins = new Set<string>();
  return {
    async navigate(url) {
      origins.add(new URL(url).origin);
      await session.get(url);
    },
    call: (source) =>
      Promise.race([
        session.executeScript<string | undefined>(`return (${source})()`),
        // A script that is sent to a page about to be left sometimes gets no answer.
        wait(20_000, undefined, { ref: false }).then(() =>
          Promise.reject(new Error('No answer within 20 seconds.')),
        ),
      ]),
    // WebKitGTK's driver accepts touches and ignores them.
    press: (x, y) =>
      session
        .actions({ async: true })
        .move({ x: Math.round(x), y: Math.round(y), duration: 0 })
        .press()
        .release()
        .perform(),
    async key(name, isShifted) {
      const actions = session.actions({ async: true });
      if (isShifted) actions.keyDown(Key.SHIFT);
      actions.keyDown(keyOf(name)).keyUp(keyOf(name));
      if (isShifted) actions.keyUp(Key.SHIFT);
      await actions.perform();
    },
    async resize(width, height) {
      await session.manage().window().setRect({ width, height });
    },
    picture: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    faults: () => faultsOf(origins, faults),
    async close() {
      await session.close();
      await session.switchTo().window(home);
    },
  };
}

/**
 * WebKitGTK, by W3C WebDriver, on a display of its own. Settings hold for a process, so there is one for each, kept to the end,
 * with a driver of its own, which takes one session. One visit at a time, each in a new window. The cache and the storage are
 * kept by origin, and each visit's line has an origin of its own; the site sets no cookies.
 */
export async function startWebkit(path: string): Promise<Engine> {
  const folder = temporaryFolder();
  const faults = join(folder.path, 'faults');
  const { screen, name } = await startScreen();
  const services: ReturnType<ServiceBuilder['build']>[] = [];
  const started = new Map<string, Promise<{ session: WebDriver; home: string }>>();

  async function start(args: string[]) {
    // It starts any driver on the loopback address; Selenium's general one has no types under a path that a module can import.
    const service = new ServiceBuilder(path)
      .setEnvironment({ ...process.env, DISPLAY: name, LIBGL_ALWAYS_SOFTWARE: '1', GTK_A11Y: 'none' })
      .build();
    services.push(service);
    const session = await new Builder()
      .usingServer(await service.start())
      .withCapabilities({
        browserName: 'WebKitGTK',
        pageLoadStrategy: 'none',
        timeouts: { script: 10_000 },
        'webkitgtk:browserOptions': { binary: '/usr/bin/python3', args },
      })
      .build();
    return { session, home: await session.getWindowHandle() };
  }

  return {
    async visit({ width, height, dark, reducedMotion, script }: BrowserSettings) {
      const chosen = [dark && '--dark', reducedMotion && '--reduced-motion', !script && '--no-script'];
      const args = [
        windowProgram,
        '--automation',
        `--faults=${faults}`,
        ...chosen.filter((each) => each !== false),
      ];
      const running = started.get(args.join()) ?? start(args);
      started.set(args.join(), running);
      const { session, home } = await running;
      const visit = await openWindow(session, home, faults);
      await visit.resize(width, height);
      return visit;
    },
    async stop() {
      for (const running of started.values()) await (await running).session.quit().catch(() => {});
      for (const service of services) await service.kill();
      screen.kill();
      await once(screen, 'exit');
      folder.remove();
    },
  };
}
