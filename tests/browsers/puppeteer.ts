import type { LaunchOptions } from '@playwright/test';
import puppeteer, { type Browser, type KeyInput } from 'puppeteer-core';
import { launchChromium } from '../support/launch-chromium.ts';
import type { BrowserSettings, Driver, Engine } from './driver.ts';

const preferences = {
  // As on telephones: a scroll bar beside the page would make it narrower than the window.
  'ui.useOverlayScrollbars': 1,
  'dom.w3c_touch_events.enabled': 1,
  // A tap is two commands. Under load the second one comes late, and no longer makes a click (by default after 0.3 s).
  'apz.max_tap_time': 60_000,
  'intl.accept_languages': 'en-GB',
  // For each frame the processor draws the whole window; with fewer frames an animation takes just as long.
  'layout.frame_rate': 20,
  // A process is prelaunched for the page after next; half of these are never used.
  'dom.ipc.processPrelaunch.enabled': false,
  // Fewer processes for pages, kept between visits: seven short visits took 17 instead of 22 s of a processor (2026-11-29).
  'fission.autostart': false,
  'dom.ipc.processCount': 1,
  'dom.ipc.keepProcessesAlive.web': 1,
};

async function openPage(browser: Browser, { width, height }: BrowserSettings) {
  // With cookies and cached files of its own.
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.setViewport({ width, height });
  const driver: Driver = {
    async navigate(url) {
      page.goto(url, { timeout: 0 }).catch(() => {});
    },
    call: (source) => page.evaluate(`(${source})()`) as Promise<string | undefined>,
    press: (x, y, pointer) => (pointer === 'touch' ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)),
    async key(name, isShifted) {
      if (isShifted) await page.keyboard.down('Shift');
      await page.keyboard.press(name as KeyInput);
      if (isShifted) await page.keyboard.up('Shift');
    },
    resize: (newWidth, newHeight) => page.setViewport({ width: newWidth, height: newHeight }),
    picture: () => page.screenshot(),
    faults: () => faults,
    close: () => context.close(),
  };
  return { page, driver };
}

/**
 * Chromium with windows keeps a page that it had rendered ahead, and on Back shows one with which Puppeteer has lost touch. The headless
 * shell does not. What is rendered ahead is the concern of tests/journeys/scroll-position.test.ts.
 */
const withoutPagesAhead = '--disable-features=Prerender2';

export async function startChromium({ args = [], ...options }: LaunchOptions): Promise<Engine> {
  const browser = await launchChromium({ ...options, args: [...args, withoutPagesAhead] });
  return {
    async visit(settings) {
      const { page, driver } = await openPage(browser, settings);
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: settings.dark ? 'dark' : 'light' },
        { name: 'prefers-reduced-motion', value: settings.reducedMotion ? 'reduce' : 'no-preference' },
      ]);
      await page.setJavaScriptEnabled(settings.script);
      return driver;
    },
    stop: () => browser.close(),
  };
}

/** Firefox from 140 on. It takes these settings as preferences when it starts: there is a process for each, kept to the end. */
export function startFirefox(executablePath: string): Engine {
  const started = new Map<string, Promise<Browser>>();
  const start = ({ dark, reducedMotion, script }: BrowserSettings) => {
    const chosen = {
      'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
      'ui.prefersReducedMotion': reducedMotion ? 1 : 0,
      'javascript.enabled': script,
    };
    const name = JSON.stringify(chosen);
    const browser =
      started.get(name) ??
      puppeteer.launch({
        browser: 'firefox',
        executablePath,
        waitForInitialPage: false,
        extraPrefsFirefox: { ...preferences, ...chosen },
      });
    started.set(name, browser);
    return browser;
  };
  return {
    async visit(settings) {
      const { driver } = await openPage(await start(settings), settings);
      return driver;
    },
    async stop() {
      for (const browser of started.values()) await (await browser).close();
    },
  };
}
