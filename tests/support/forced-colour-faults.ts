import type { Page } from '@playwright/test';

function find(rootSelector: string): string[] {
  const root = document.querySelector(rootSelector);
  if (!root) throw new Error(`The page has no ${rootSelector}.`);
  const isSeen = (colour: string) => !/^(transparent|rgba\(.*, 0\))$/.test(colour);
  const groundOf = (element: Element | null): string => {
    for (let each = element; each; each = each.parentElement) {
      const { backgroundColor } = getComputedStyle(each);
      if (isSeen(backgroundColor)) return backgroundColor;
    }
    return 'none';
  };
  const faults: string[] = [];
  const controls = [
    ...root.querySelectorAll<HTMLElement>('a[href], button, input, summary, [role="option"], [tabindex="0"]'),
  ].filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
  if (controls.length === 0) throw new Error('No control was found, so nothing was checked.');
  for (const control of controls) {
    const said = `${control.localName}.${control.className} “${(control.textContent || control.ariaLabel || control.id).trim().slice(0, 40)}”`;
    const style = getComputedStyle(control);
    const behind = groundOf(control.parentElement);
    const isDrawn = control.textContent.trim() === '' && control.querySelector('svg') !== null;
    if (control.matches('button, input, .button, [role="button"]') && !isDrawn) {
      // A field joined with its button has the edge of the element around both.
      const framed = control.matches('.join-field > input') ? control.parentElement : control;
      const edge = getComputedStyle(framed ?? control);
      const hasEdge =
        edge.borderTopStyle !== 'none' &&
        Number.parseFloat(edge.borderTopWidth) >= 1 &&
        isSeen(edge.borderTopColor) &&
        edge.borderTopColor !== behind;
      const hasGround = isSeen(style.backgroundColor) && style.backgroundColor !== behind;
      if (!hasEdge && !hasGround)
        faults.push(`${said} has neither an edge nor a ground of its own on ${behind}`);
    }
    if (isDrawn && style.color === groundOf(control))
      faults.push(`${said} has a sign of the colour of its ground, ${style.color}`);
    control.blur();
    control.focus({ focusVisible: true, preventScroll: true } as FocusOptions);
    if (document.activeElement !== control) continue;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(control);
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2)
      faults.push(`${said} shows no focus: its outline is ${outlineWidth} ${outlineStyle}`);
    else if (!isSeen(outlineColor) || outlineColor === behind)
      faults.push(`${said} shows no focus: its outline is ${outlineColor} on ${behind}`);
  }
  return faults;
}

/**
 * Controls that lose their edge, their icon or their focus ring, one sentence each.
 * @param root where to look: a dialog, when what is under it does not count
 */
export function forcedColourFaults(page: Page, root = 'body'): Promise<string[]> {
  return page.evaluate(find, root);
}
