import { expect, type Page } from '@playwright/test';
import { screens } from '../../app/routes.ts';
import { plannerWords as words } from '../../content/prayer-day.ts';
import { joinInDialog } from './join-in-dialog.ts';
import { parts } from './parts.ts';

/** Something that a visitor can see: a screen, or a state of one. */
export interface Scene {
  name: string;
  path: string;
  /** Selector of the part that is checked, when something covers the page. */
  root?: string;
  /** The widest viewport in which it exists. */
  widest?: number;
  /** Resizing the window closes it. */
  isFleeting?: boolean;
  /** Brings the loaded page into the state. */
  arrange?: (page: Page) => Promise<void>;
}

/** As a visitor does: from the bar, or from the menu when doubled text leaves no room in the bar for the button. */
const openWaitlist = async (page: Page) => {
  const inBar = page.getByRole('banner').getByRole('button', { name: 'Join Waitlist' });
  if (await inBar.isVisible()) {
    await inBar.click();
  } else {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Join Waitlist' }).click();
  }
  await expect(page.locator('#waitlist').getByRole('combobox')).toBeVisible();
};

/** Joins in the open dialog, at a back end that sends emails, and waits for what is left to do. */
async function joinWithEmails(page: Page): Promise<void> {
  await page.route('**/enhanced-waitlist', (route) => route.fulfill({ json: { success: true } }));
  await joinInDialog(page, 'somebody@example.org', 'Friend');
  await expect(page.locator(parts.nextStep)).toBeFocused();
  // A toast under the pointer stays.
  await page.mouse.move(0, 0);
  await expect(page.locator(parts.toast)).toHaveCount(0);
}

const states: readonly Scene[] = [
  { name: 'not-found', path: '/no-such-page' },
  { name: 'answer', path: '/waitlist/joined' },
  { name: 'was-it-you', path: '/waitlist/confirm' },
  { name: 'roadmap-last-quarter', path: '/roadmap', arrange: (page) => page.getByRole('tab').last().click() },
  {
    name: 'article',
    path: '/blog',
    root: '[role="dialog"]',
    async arrange(page) {
      const buttons = page.getByRole('button', { name: /^Read Article/ });
      await buttons.first().click();
      await expect(page.getByRole('dialog').getByRole('heading', { level: 2 }).nth(1)).toBeVisible();
    },
  },
  {
    name: 'dialog-error',
    path: '/pricing',
    root: parts.dialogCard,
    async arrange(page) {
      await openWaitlist(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email address').fill('a.rather.long.address.of.somebody@mail.example.org');
      await dialog.getByRole('button', { name: 'Join Waitlist' }).click();
      await expect(dialog.locator(parts.fieldError)).toBeVisible();
    },
  },
  {
    name: 'next-step-below-the-bar',
    path: '/about',
    root: parts.nextStep,
    async arrange(page) {
      await openWaitlist(page);
      await joinWithEmails(page);
    },
  },
  {
    name: 'next-step-on-a-sky',
    path: '/health',
    root: parts.nextStep,
    async arrange(page) {
      await page.getByRole('main').getByRole('button', { name: 'Join Waitlist' }).first().click();
      await joinWithEmails(page);
    },
  },
  {
    name: 'source-list',
    path: '/about',
    root: '[role="listbox"]',
    isFleeting: true,
    async arrange(page) {
      await openWaitlist(page);
      await page.getByRole('combobox').click();
      await expect(page.getByRole('listbox')).toBeVisible();
    },
  },
  {
    name: 'menu',
    path: '/',
    root: 'dialog[open]',
    widest: 768,
    async arrange(page) {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    },
  },
];

/**
 * Fills the planner: a task of the visitor's own, a city whose letters are in faces of their own, and the open list of cities.
 */
async function fillPlanner(page: Page): Promise<void> {
  // At noon, when the sun and its glow stand right under the figures of the hero.
  await page.clock.setFixedTime('2026-11-28T10:00:00Z');
  await page.getByLabel(words.own.label).fill('Ring my mother about the wedding in Birmingham');
  await page.getByRole('button', { name: words.own.add }).click();
  const city = page.getByRole('combobox', { name: words.fields.city });
  await city.fill('izmir');
  await page.getByRole('option', { name: 'İzmir, Türkiye' }).click();
  await expect(page.locator(parts.plannerWhose)).toHaveText(words.chosen('İzmir'));
  await city.fill('man');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  // The page keeps the field in view until the next frame.
  await untilStill(page);
}

/** Every screen, and every state in which one looks different. */
export const scenes: readonly Scene[] = [
  ...screens.map(({ path, page }) => ({ name: page, path, ...(path === '/' && { arrange: fillPlanner }) })),
  ...states,
];

/** Sets the window's width and waits until the page is laid out for it: lengths in vw follow a few frames later. */
export async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.waitForFunction((wanted) => innerWidth === wanted, width);
  await untilStill(page);
}

/** Emulates day or night, and waits until all colours have changed. */
export async function setScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.waitForFunction((wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches, scheme);
  await untilAnimationsEnd(page);
}

/** Opens all disclosures of the page, and lays out and shows what would be laid out or shown only when scrolled to. */
export function unfold(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { content-visibility: visible !important; animation-timeline: auto !important }');
  document.adoptedStyleSheets.push(sheet);
  for (const details of document.querySelectorAll('details')) {
    details.removeAttribute('name');
    details.open = true;
  }
}

/**
 * Loads a scene and waits for everything: fonts, islands, open disclosures.
 * The page's width must be one that the scene exists in.
 */
export async function openScene(page: Page, scene: Scene): Promise<void> {
  await page.goto(scene.path);
  await page.keyboard.press('Shift');
  await page.evaluate(unfold);
  await scene.arrange?.(page);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await untilAnimationsEnd(page);
}

/** Resolves when no animation runs and no font is loading. The page must have no endless animation. */
function untilAnimationsEnd(page: Page): Promise<void> {
  return page.evaluate(async () => {
    // The end of an animation may load a font (the ayat's face), so fonts are awaited after animations, and both once more.
    // What a closed fold holds is not drawn: its animations wait until it is opened.
    const running = () =>
      document.getAnimations().filter(({ playState, effect, timeline }) => {
        const target = (effect as KeyframeEffect | null)?.target;
        // One that follows the scrolling waits for it.
        const endsByItself = timeline === document.timeline;
        return (
          endsByItself && playState === 'running' && target?.checkVisibility({ contentVisibilityAuto: true })
        );
      });
    const isStill = () => document.fonts.status === 'loaded' && running().length === 0;
    do {
      await Promise.allSettled(running().map((animation) => animation.finished));
      await new Promise(requestAnimationFrame);
      await document.fonts.ready;
    } while (!isStill());
  });
}

/** Resolves when nothing on the page has moved for five frames. */
export function untilStill(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const places = () => {
      const elements = [...document.body.querySelectorAll('*')];
      return JSON.stringify(elements.map((element) => element.getBoundingClientRect()));
    };
    let still = 0;
    for (let last = places(); still < 5; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = places();
      still = now === last ? still + 1 : 0;
      last = now;
    }
  });
}
