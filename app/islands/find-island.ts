import type { IslandName } from '../island-list.ts';

export const isHydrated = (island: HTMLElement): boolean => 'hydrated' in island.dataset;

export const findIsland = (name: IslandName): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-island="${name}"]`);

/**
 * The island that answers what happens at an element: the one around it, or the one that its control names. A control that
 * names it in `data-join` opens the dialog without React, so its press is never held back (held-back.ts).
 */
export function answeringIsland(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const control = target.closest<HTMLElement>('[data-answered-by], [data-join]');
  if (!control) return target.closest<HTMLElement>('[data-island]');
  const { answeredBy, join } = control.dataset;
  return findIsland((answeredBy ?? join) as IslandName);
}
