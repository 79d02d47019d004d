import type { Locator, Page } from '@playwright/test';
import type { IslandName } from '../../app/island-list.ts';
import { selectorOf } from '../../app/ui/handles.ts';
import { joinInDialog } from '../support/join-in-dialog.ts';
import { parts } from '../support/parts.ts';
import { expect } from './journey.ts';

export function toast(page: Page, words: { title: string; text: string }): Locator {
  return page
    .getByRole('region', { name: /notifications/i })
    .getByRole('listitem')
    .filter({ hasText: words.title })
    .filter({ hasText: words.text });
}

export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** For toBeInViewport: a page is scrolled by whole pixels, and a box may end between two. */
export const whole = { ratio: 0.99 };

export async function untilDialogOpens(page: Page): Promise<void> {
  await expect(page.locator('#waitlist')).toBeVisible();
}

/** Opens the waitlist dialog through the bar's button. */
export async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'Join Waitlist' }).click();
  await untilDialogOpens(page);
  return dialog(page);
}

export async function chooseSource(page: Page, source: string): Promise<void> {
  await dialog(page).getByRole('combobox').click();
  await page.getByRole('option', { name: source, exact: true }).click();
}

export const joinButton = (page: Page) => dialog(page).getByRole('button', { name: 'Join Waitlist' });

export const emailField = (place: Locator) => place.getByLabel('Email address');

export async function joinByDialog(page: Page, address: string, source = 'YouTube'): Promise<void> {
  await openDialog(page);
  await joinInDialog(page, address, source);
}

export async function joinByForm(page: Page, address: string): Promise<void> {
  const form = page.locator('#join');
  await emailField(form).fill(address);
  await form.getByRole('button', { name: 'Join Waitlist' }).click();
}

/** Goes to a page and waits only for its first contentful paint. */
export async function goToFirstPaint(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
}

/** Whether one thing on the page ends before the other begins, from top to bottom. */
export async function isAbove(upper: Locator, lower: Locator): Promise<boolean> {
  const first = await upper.boundingBox();
  const second = await lower.boundingBox();
  if (!first || !second) throw new Error('One of the two is not shown.');
  return first.y + first.height <= second.y;
}

/** The islands of a kind that React has not taken over. */
export const unhydrated = (page: Page, names: IslandName[]): Locator =>
  page.locator(names.map((name) => `${selectorOf('island', name)}:not(${selectorOf('hydrated')})`).join());

/** Does the first thing that a visitor does, for whom the landing page then computes the own day. The page must have loaded. */
export async function wake(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  if ((await page.locator(parts.planner).count()) > 0)
    await expect(page.locator(`${parts.plannerTask} select`).first()).toBeEnabled();
}

/** What the planner tells a screen reader. The field of the city has a status of its own before it. */
export const plannerStatus = (page: Page): Locator => page.locator(parts.planner).getByRole('status').last();

/**
 * Resolves when the page has done what it does when idle (app/ui/scheduling.ts, which has the same bound). Without a bound
 * Chromium may never call back in a page that draws nothing more: seen in 7 of 48 visits.
 */
export async function untilIdle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(async () => {
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_500 }));
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    await idle();
    await idle();
  });
}

/** Resolves two frames after the last font has loaded. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    // What is about to be drawn may ask for one more font.
    await nextFrame();
    await document.fonts.ready;
    await nextFrame();
    await nextFrame();
  });
}

/** Every layout shift since the page began to load. */
export function layoutShifts(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            seen.push((entry as PerformanceEntry & { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(seen)));
      }),
  );
}
