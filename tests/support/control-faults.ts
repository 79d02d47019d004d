import type { Page } from '@playwright/test';

/** WCAG 2.5.8 asks for 24 px; the art direction for 44. Links inside sentences are as high as their line. */
const smallestTarget = 44;

function find({ rootSelector, smallest }: { rootSelector: string; smallest: number }): string[] {
  const root = document.querySelector(rootSelector);
  if (!root) throw new Error(`The page has no ${rootSelector}.`);
  const name = (element: Element | null) =>
    element
      ? element.localName +
        (element.id ? `#${element.id}` : '') +
        [...element.classList]
          .slice(0, 2)
          .map((part) => `.${part}`)
          .join('')
      : 'nothing';
  const isInSentence = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    element.parentElement?.textContent?.trim() !== element.textContent?.trim();

  const faults: string[] = [];
  const controls = [
    ...root.querySelectorAll<HTMLElement>('a[href], button, input, summary, [role="option"]'),
  ].filter(
    (element) =>
      !element.matches('.skip-link, [inert] *') &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  );
  if (controls.length === 0) throw new Error('No control was found, so nothing was checked.');
  for (const control of controls) {
    // A sticky element moves while the page is scrolled to it, so scrolling once is not enough.
    for (let tries = 0; tries < 3; tries += 1)
      control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const rect = control.getClientRects()[0];
    if (!rect || rect.width <= 1) continue;
    const said = `${name(control)} “${(control.textContent || control.getAttribute('aria-label') || control.id).trim().slice(0, 40)}”`;
    if (!isInSentence(control) && Math.min(rect.height, rect.width) < smallest - 0.5)
      faults.push(
        `${said} is ${rect.width.toFixed(1)} × ${rect.height.toFixed(1)} px: less than ${smallest}`,
      );
    for (const [across, down] of [
      [0.5, 0.5],
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.75, 0.75],
    ] as const) {
      const [x, y] = [rect.left + rect.width * across, rect.top + rect.height * down];
      const hit = document.elementFromPoint(x, y);
      // A toast disappears by itself after four seconds.
      if (hit?.closest('[data-sonner-toaster]')) continue;
      if (hit && (control.contains(hit) || (hit instanceof HTMLLabelElement && hit.control === control)))
        continue;
      if (!hit) {
        faults.push(`${said} cannot be scrolled into view: it stays at ${x.toFixed(0)}, ${y.toFixed(0)}`);
        break;
      }
      const by = hit.getBoundingClientRect();
      const wide = Math.min(rect.right, by.right) - Math.max(rect.left, by.left);
      const high = Math.min(rect.bottom, by.bottom) - Math.max(rect.top, by.top);
      faults.push(
        `${said} is covered by ${name(hit)} “${hit.textContent.trim().slice(0, 30)}”: ${wide.toFixed(1)} × ${high.toFixed(1)} px`,
      );
      break;
    }
  }
  scrollTo({ top: 0, behavior: 'instant' });
  for (const each of document.body.querySelectorAll('*'))
    if (each.scrollTop > 0) each.scrollTo({ top: 0, behavior: 'instant' });
  return faults;
}

/**
 * Controls that something covers, or that are too small for a finger, one sentence each: every control is scrolled
 * into view and hit-tested at five points.
 * @param root where to look: a dialog, when what is under it does not count
 */
export function controlFaults(page: Page, root = 'body'): Promise<string[]> {
  return page.evaluate(find, { rootSelector: root, smallest: smallestTarget });
}
