import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** The only rules whose outcome depends on colours. */
export const rulesOfColour = ['color-contrast', 'link-in-text-block'];

interface AxeScope {
  /** The ids of the only rules to run. */
  only?: readonly string[];
  /** The ids of rules not to run. */
  without?: readonly string[];
  /** Selectors of the parts of the page to check, each of which must match; without it the whole page is checked. */
  within?: readonly string[];
}

/** The violations that axe finds on the page in its current state, one sentence each. */
export async function axeFindings(page: Page, scope: AxeScope = {}): Promise<string[]> {
  // axe would measure what the browser has not laid out yet (verses further down) against the wrong background.
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
