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
