import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { screens } from '../../app/routes.ts';
import config from '../../playwright.config.ts';
import { startChromium } from '../browsers/chromium.ts';
import type { Engine } from '../browsers/driver.ts';
import { startFirefox } from '../browsers/firefox.ts';
import { Visitor } from '../browsers/visitor.ts';
import { startWebkit } from '../browsers/webkit.ts';
import { startBuiltSite } from './built-site.ts';

/** A page to compare in all engines. */
export interface EnginePage {
  name: string;
  path: string;
  widths: readonly number[];
  dark?: boolean;
  /** Selector of what is pressed first; then only the viewport is pictured. */
  pressed?: string;
}

const widths = [320, 390, 768, 1280] as const;
const narrowAndWide = [390, 1280] as const;

const opened: readonly EnginePage[] = [
  { name: 'dialog', path: '/', widths, pressed: '.site-bar [data-join]' },
  { name: 'menu', path: '/', widths: [320, 390, 768], pressed: '.site-bar .menu-button' },
];

/** Every screen at every width, some by night, and what opens on top of them. */
export const enginePages: readonly EnginePage[] = [
  ...screens.map(({ path, page }) => ({ name: page, path, widths })),
  { name: 'not-found', path: '/no-such-page', widths },
  { name: 'answer', path: '/waitlist/joined', widths: narrowAndWide },
  ...opened,
  ...screens
    .filter(({ page }) => ['landing', 'islam', 'roadmap', 'pricing'].includes(page))
    .map(({ path, page }) => ({ name: `${page}-night`, path, widths: narrowAndWide, dark: true })),
];

/** What one engine shows of a page, from its top to its foot. */
export interface EngineStrip {
  engine: string;
  pngs: readonly Buffer[];
}

/** The width of a slice on the sheet, in pixels: a page of eight slices still fits into one picture. */
const shown = (width: number): number => (width < 600 ? 190 : 250);

/** A row for each engine with the page in slices, left to right, so that differences are below one another. */
export function engineSheet(width: number, strips: readonly EngineStrip[]): string {
  const image = (png: Buffer) =>
    `<img width="${shown(width)}" src="data:image/png;base64,${png.toString('base64')}" alt="">`;
  const rows = strips.map(
    ({ engine, pngs }) => `<section><h2>${engine}</h2><div>${pngs.map(image).join('')}</div></section>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Engines</title><style>
    body { margin: 8px; width: max-content; font: 12px system-ui, sans-serif; background: #888 }
    section div { display: flex; gap: 6px; align-items: flex-start }
    h2 { margin: 2px 0; font-size: 13px }
  </style>${rows.join('')}`;
}

const folder = 'pictures/engines';
/** The height of a slice, in CSS pixels. */
const slice = 1_300;

/** Runs in the page: opens what is folded, turns smooth scrolling off, and keeps the bar at the top of the page. */
function unfold(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { content-visibility: visible !important; scroll-behavior: auto !important }
    .site-header { position: absolute !important }`);
  document.adoptedStyleSheets.push(sheet);
  for (const details of document.querySelectorAll('details')) {
    details.removeAttribute('name');
    details.open = true;
  }
}

/** Runs in the page: resolves to the page's height once fonts are loaded and frames drawn. */
async function settle(): Promise<number> {
  for (let frame = 0; frame < 5; frame += 1) {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return document.documentElement.scrollHeight;
}

async function takeSlices(visitor: Visitor, isWhole: boolean): Promise<Buffer[]> {
  const height = await visitor.see(settle);
  const pngs: Buffer[] = [];
  for (let top = 0; top < (isWhole ? height : 1); top += slice) {
    await visitor.scrollTo(top);
    await visitor.see(settle);
    pngs.push(await visitor.picture());
  }
  return pngs;
}

/** One page in one engine at all its widths. */
async function takePage(engine: Engine, url: string, page: EnginePage): Promise<Map<number, Buffer[]>> {
  const [first = 320] = page.widths;
  const driver = await engine.visit({
    width: first,
    height: slice,
    dark: page.dark ?? false,
    reducedMotion: true,
    script: true,
  });
  const visitor = new Visitor(driver, url, true);
  await visitor.open(page.path);
  await visitor.keys('Shift');
  await visitor.see(settle);
  if (page.pressed) await visitor.press(page.pressed);
  else await visitor.see(unfold);
  const taken = new Map<number, Buffer[]>();
  for (const width of page.widths) {
    await visitor.resize(width, slice);
    taken.set(width, await takeSlices(visitor, !page.pressed));
  }
  await driver.close();
  return taken;
}

/** Takes pictures of every page in every installed engine; one sheet for each page and width shows them below one another. */
async function compareEngines(): Promise<void> {
  const { FIREFOX_PATH, WEBKIT_DRIVER_PATH } = process.env;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const server = await startBuiltSite();
  const engines: Record<string, Engine> = {
    Chromium: await startChromium(config.use?.launchOptions),
    ...(FIREFOX_PATH && { Firefox: await startFirefox(FIREFOX_PATH) }),
    ...(WEBKIT_DRIVER_PATH && { WebKit: await startWebkit(WEBKIT_DRIVER_PATH) }),
  };
  const painter = await chromium.launch(config.use?.launchOptions);
  try {
    const sheet = await painter.newPage({ viewport: { width: 400, height: 300 } });
    for (const page of enginePages) {
      const taken: [engine: string, at: Map<number, Buffer[]>][] = [];
      for (const [name, engine] of Object.entries(engines))
        taken.push([name, await takePage(engine, server.url, page)]);
      for (const width of page.widths) {
        const strips: EngineStrip[] = taken.map(([engine, at]) => ({ engine, pngs: at.get(width) ?? [] }));
        await sheet.setContent(engineSheet(width, strips), { waitUntil: 'load' });
        const png = await sheet.locator('body').screenshot();
        await writeFile(join(folder, `${page.name}-${width}.png`), png);
      }
      console.log(`${page.name} in ${Object.keys(engines).join(', ')} …`);
    }
  } finally {
    await painter.close();
    for (const engine of Object.values(engines)) await engine.stop();
    await server.stop();
  }
}

await compareEngines();
