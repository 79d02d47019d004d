import type { Page } from '@playwright/test';

/** The texts inside an element that Chromium has drawn in a font of the system. Only pictographs may be. */
export async function foreignTexts(page: Page, within = 'body'): Promise<string[]> {
  // Chromium reports the fonts of an element's own text, and two thirds of the elements have none.
  await page.evaluate(async (all) => {
    // A verse is drawn in a face of the system for its first moment, lest its own face be waited for (app/ui/scripture.css).
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    await document.fonts.ready;
    const isText = ({ nodeType, nodeValue }: Node) => nodeType === Node.TEXT_NODE && nodeValue?.trim() !== '';
    for (const element of document.querySelectorAll(all)) {
      const hasContent = ['::before', '::after', '::marker'].some(
        (part) => !/^(none|normal|"")$/.test(getComputedStyle(element, part).content),
      );
      const hasText =
        [...element.childNodes].some(isText) ||
        hasContent ||
        element.matches('input, select, option, li, summary');
      element.toggleAttribute('data-has-text', hasText);
    }
  }, `${within} *`);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: `${within} [data-has-text]`,
  });
  const foreign: string[] = [];
  for (const nodeId of nodeIds) {
    // At each minute the planner replaces its sentence: what is gone has no face.
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId }).catch((error) => {
      if (!/Could not find node/.test(error.message)) throw error;
      return { fonts: [] };
    });
    const names = fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName }) => familyName);
    if (names.length === 0) continue;
    const { outerHTML } = await session.send('DOM.getOuterHTML', { nodeId });
    if (!/\p{Extended_Pictographic}/u.test(outerHTML)) foreign.push(`${names}: ${outerHTML.slice(0, 200)}`);
  }
  return foreign;
}
