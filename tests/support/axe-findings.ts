import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** Of these rules alone the answer depends on the colours. */
export const rulesOfColour = ['color-contrast', 'link-in-text-block'];

interface AxeScope {
  /** The ids of the rules that are asked alone. */
  only?: readonly string[];
  /** The ids of the rules that are left out. */
  without?: readonly string[];
  /** The parts of the page that are looked at, by selectors of which each has an element there; without it the whole page. */
  within?: readonly string[];
}

/** What axe finds wrong with the page as it is shown, one sentence each. */
export async function axeFindings(page: Page, scope: AxeScope = {}): Promise<string[]> {
  // What the browser has not laid out yet (verses further down) axe would measure against the wrong ground.
  await page.locator('.footer-verse, .scripture').evaluateAll((figures) => {
    for (const figure of figures)
      if (figure instanceof HTMLElement) figure.style.contentVisibility = 'visible';
  });
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  return page.evaluate(async ({ only, without, within }) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    const { violations } = await inPage.run(
      within ? { include: within.map((selector) => [selector]) } : document,
      {
        resultTypes: ['violations'],
        ...(only ? { runOnly: [...only] } : {}),
        rules: Object.fromEntries((without ?? []).map((rule) => [rule, { enabled: false }])),
      },
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    );
  }, scope);
}
