import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** The ids of axe's rules: those that are asked alone, or all but some. */
interface AxeRules {
  only?: readonly string[];
  without?: readonly string[];
}

/** What axe finds wrong with the page as it is shown, one sentence each. */
export async function axeFindings(page: Page, rules: AxeRules = {}): Promise<string[]> {
  // What the browser has not laid out yet (verses further down) axe would measure against the wrong ground.
  await page.locator('.footer-verse, .scripture').evaluateAll((figures) => {
    for (const figure of figures)
      if (figure instanceof HTMLElement) figure.style.contentVisibility = 'visible';
  });
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  return page.evaluate(async ({ only, without }) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    const { violations } = await inPage.run({
      resultTypes: ['violations'],
      ...(only ? { runOnly: [...only] } : {}),
      rules: Object.fromEntries((without ?? []).map((rule) => [rule, { enabled: false }])),
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    );
  }, rules);
}
