import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { screens } from '../../app/routes.ts';
import config from '../../playwright.config.ts';
import type { Engine } from '../browsers/driver.ts';
import { startFirefox } from '../browsers/firefox.ts';
import { Visitor } from '../browsers/visitor.ts';
import { startWebkit } from '../browsers/webkit.ts';
import { startBuiltSite } from './built-site.ts';
import { openScene, scenes, setWidth, unfold } from './scenes.ts';

const folder = 'pictures';
const widths = [360, 768, 1280, 1920];

/** The files of each page or state, in the order in which they are shown. */
const taken = new Map<string, string[]>();

async function keep(name: string, variant: string, png: Buffer): Promise<void> {
  const file = `${name}-${variant}.png`;
  await writeFile(join(folder, file), png);
  taken.set(name, [...(taken.get(name) ?? []), file]);
}

/** Every scene in Chromium, at each width, by day and by night. */
async function takeScenes(browser: Browser, url: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce', locale: 'en-GB' });
    const page = await context.newPage();
    for (const scene of scenes) {
      for (const width of widths.filter((width) => width <= (scene.widest ?? width))) {
        await setWidth(page, width);
        await openScene(page, scene, url);
        const png = await page.screenshot({ fullPage: scene.root === undefined });
        await keep(scene.name, `${width}-${colorScheme}`, png);
      }
    }
    await context.close();
  }
}

/** Runs in the page: resolves to its height once fonts are loaded and frames drawn. */
async function settle(): Promise<number> {
  for (let frame = 0; frame < 5; frame += 1) {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return document.documentElement.scrollHeight;
}

/** Every screen in another engine, from its top to its foot, a window after the other. */
async function takeScreens(engine: Engine, name: string, url: string): Promise<void> {
  const height = 1_300;
  for (const { path, page } of screens) {
    const settings = { width: 360, height, dark: false, reducedMotion: true, script: true };
    const driver = await engine.visit(settings);
    const visitor = new Visitor(driver, url, true);
    await visitor.open(path);
    await visitor.see(unfold);
    for (const width of widths) {
      await visitor.resize(width, height);
      const whole = await visitor.see(settle);
      for (let top = 0; top < whole; top += height) {
        await visitor.scrollTo(top);
        await visitor.see(settle);
        await keep(page, `${width}-${name}-${1 + top / height}`, await visitor.picture());
      }
    }
    await driver.close();
  }
}

const { FIREFOX_PATH, WEBKIT_DRIVER_PATH } = process.env;
await rm(folder, { recursive: true, force: true });
await mkdir(folder);
const server = await startBuiltSite();
const browser = await chromium.launch(config.use?.launchOptions);
const engines: [name: string, engine: Engine][] = [];
try {
  await takeScenes(browser, server.url);
  if (FIREFOX_PATH) engines.push(['firefox', await startFirefox(FIREFOX_PATH)]);
  if (WEBKIT_DRIVER_PATH) engines.push(['webkit', await startWebkit(WEBKIT_DRIVER_PATH)]);
  for (const [name, engine] of engines) await takeScreens(engine, name, server.url);
  const figure = (file: string) =>
    `<figure><figcaption>${file}</figcaption><img src="${file}" alt=""></figure>`;
  const sections = [...taken].map(
    ([name, files]) => `<h2>${name}</h2><section>${files.map(figure).join('')}</section>`,
  );
  const style = 'section { display: flex; overflow-x: auto } img { height: 90vh }';
  const sheet = join(folder, 'index.html');
  await writeFile(sheet, `<!doctype html><meta charset="utf-8"><style>${style}</style>${sections.join('')}`);
  console.log(`${sheet} shows all ${[...taken.values()].flat().length} pictures.`);
} finally {
  for (const [, engine] of engines) await engine.stop();
  await browser.close();
  await server.stop();
}
