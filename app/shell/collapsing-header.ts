import { findByHandle, handlesOf } from '../ui/handles.ts';

/** Turns the bar at the top of the page into a floating pill after 100 px of scroll, and back (docs/specification.md#times). */
export function followScroll(): void {
  const bar = findByHandle('pill');
  if (!bar) return;
  const shown = handlesOf(bar);
  const follow = () => {
    const pill = `${scrollY > 100}` as const;
    if (shown.pill !== pill) shown.pill = pill;
  };
  follow();
  addEventListener('scroll', follow);
}

/**
 * Closes the menu on narrow screens (app/shell/header.tsx) when one of its links is followed, so that Back does
 * not lead to an open menu.
 */
export function watchMenu(): void {
  const menu = document.querySelector<HTMLDialogElement>('dialog[popover]');
  menu?.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) menu.close();
  });
}
