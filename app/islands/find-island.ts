import type { IslandName } from '../island-list.ts';
import { handlesOf, selectorOf } from '../ui/handles.ts';

export const isHydrated = (island: HTMLElement): boolean => 'hydrated' in handlesOf(island);

export const findIsland = (name: IslandName): HTMLElement | null =>
  document.querySelector<HTMLElement>(selectorOf('island', name));

/**
 * The island that answers what happens at an element: the one around it, or the one that its control names. A control that
 * names it in `join` opens the dialog without React, so its press is never held back (held-back.ts).
 */
export function answeringIsland(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const control = target.closest<HTMLElement>(`${selectorOf('answerer')},${selectorOf('join')}`);
  if (!control) return target.closest<HTMLElement>(selectorOf('island'));
  const { answerer, join } = handlesOf(control);
  return findIsland((answerer ?? join) as IslandName);
}
