/** Turns the bar at the top of the page into a floating pill after 100 px of scroll, and back (docs/specification.md#times). */
export function followScroll(): void {
  const bar = document.querySelector<HTMLElement>('[data-pill]');
  if (!bar) return;
  const follow = () => {
    const pill = String(scrollY > 100);
    if (bar.dataset.pill !== pill) bar.dataset.pill = pill;
  };
  follow();
  addEventListener('scroll', follow, { passive: true });
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
