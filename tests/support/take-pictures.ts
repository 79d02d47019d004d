import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import config from '../../playwright.config.ts';
import { startBuiltSite } from './built-site.ts';
import { contactSheet, type Thumbnail } from './contact-sheet.ts';
import { openScene, type Scene, scenes, setWidth } from './scenes.ts';

const folder = 'pictures';
const widths = [360, 768, 1280, 1920];
const schemes = ['day', 'night'] as const;

/** Chromium takes no screenshot longer than this. */
const longest = 16_000;

/** Takes all pictures of one scene by day or by night; returns thumbnails of them for the sheet. */
async function takeScene(
  browser: Browser,
  url: string,
  scene: Scene,
  scheme: (typeof schemes)[number],
): Promise<Thumbnail[]> {
  const context = await browser.newContext({
    colorScheme: scheme === 'day' ? 'light' : 'dark',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const taken: Thumbnail[] = [];
  const shownAt = widths.filter((width) => width <= (scene.widest ?? width));
  for (const [index, width] of shownAt.entries()) {
    await setWidth(page, width);
    if (index === 0 || scene.isFleeting) await openScene(page, scene, url);
    const isWhole = scene.root === undefined;
    const path = join(folder, `${scene.name}-${width}-${scheme}.png`);
    await page.screenshot({ path, fullPage: isWhole });
    const height = isWhole ? await page.evaluate(() => document.documentElement.scrollHeight) : 800;
    const shown = width === 360 ? 150 : 120 + width / 10;
    const { data } = await devtools.send('Page.captureScreenshot', {
      format: 'jpeg',
      quality: 80,
      captureBeyondViewport: isWhole,
      clip: { x: 0, y: 0, width, height: Math.min(height, longest), scale: shown / width },
    });
    taken.push({ name: scene.name, width, scheme, jpeg: data });
  }
  await context.close();
  return taken;
}

/** Takes every scene at four widths, day and night, into pictures/, and one sheet of them all to look at. */
async function takePictures(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const server = await startBuiltSite();
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const thumbnails: Thumbnail[] = [];
    for (const scene of scenes) {
      for (const scheme of schemes) thumbnails.push(...(await takeScene(browser, server.url, scene, scheme)));
      console.log(`${scene.name} …`);
    }
    const html = contactSheet(thumbnails);
    await writeFile(join(folder, 'contact-sheet.html'), html);
    const sheet = await browser.newPage({ viewport: { width: 5_850, height: 800 } });
    await sheet.setContent(html, { waitUntil: 'load' });
    await sheet.screenshot({ path: join(folder, 'contact-sheet.png'), fullPage: true });
    console.log(
      `${thumbnails.length} pictures lie in ${folder}/; ${folder}/contact-sheet.png shows them all.`,
    );
  } finally {
    await browser.close();
    await server.stop();
  }
}

await takePictures();
