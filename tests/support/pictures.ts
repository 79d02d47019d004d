import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import config from '../../playwright.config.ts';
import { startBuiltSite } from './built-site.ts';
import { openScene, type Scene, scenes, setWidth } from './scenes.ts';

export interface Thumbnail {
  name: string;
  width: number;
  scheme: 'day' | 'night';
  /** The picture in base 64. */
  jpeg: string;
}

/** All pictures on one HTML page, a group for each scene, each picture under its width and day or night. */
export function contactSheet(thumbnails: readonly Thumbnail[]): string {
  const groups = Map.groupBy(thumbnails, ({ name }) => name);
  const figures = (group: readonly Thumbnail[]) =>
    group
      .map(
        ({ width, scheme, jpeg }) =>
          `<figure><figcaption>${width} ${scheme}</figcaption><img src="data:image/jpeg;base64,${jpeg}" alt=""></figure>`,
      )
      .join('');
  const sections = [...groups].map(
    ([name, group]) => `<section><h2>${name}</h2><div>${figures(group)}</div></section>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>
    body { margin: 24px; font: 16px system-ui, sans-serif; background: #888; columns: 3; column-gap: 32px }
    section { break-inside: avoid; margin-bottom: 32px }
    section div { display: flex; gap: 12px; align-items: flex-start }
    h2, figure { margin: 0 }
    img { display: block }
  </style>${sections.join('')}`;
}

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
