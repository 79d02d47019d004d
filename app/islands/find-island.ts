import type { IslandName } from '../islands.ts';

export const isHydrated = (island: HTMLElement): boolean => 'hydrated' in island.dataset;

export const findIsland = (name: IslandName): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-island="${name}"]`);

/**
 * The island that answers what happens at an element: the one around it, or the one that its control names. A join button
 * names none, so that pages stay short: the form of the dialog that it opens comes when a pointer nears the button. The press
 * itself is never held back (held-back.ts), because the dialog opens without React.
 */
export function islandOf(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const control = target.closest<HTMLElement>('[data-answered-by], [data-join]');
  if (!control) return target.closest<HTMLElement>('[data-island]');
  return findIsland((control.dataset.answeredBy ?? 'dialog-form') as IslandName);
}
