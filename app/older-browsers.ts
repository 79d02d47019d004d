/** Obeys a button's command (HTML, 'invoker commands'): Safari before 26.2, Firefox before 144. */
function obeyCommand(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest('button[commandfor]') : null;
  const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '');
  if (!(dialog instanceof HTMLDialogElement)) return;
  event.preventDefault();
  if (button?.getAttribute('command') === 'close') dialog.close();
  else if (!dialog.open) dialog.showModal();
}

/** The menu was opened without a script, as a popover: from here on it is the modal dialog that it is elsewhere. */
function makeModal(menu: HTMLDialogElement | null): void {
  if (!menu || !('popover' in menu) || !menu.matches(':popover-open')) return;
  menu.hidePopover();
  menu.showModal();
}

/** One open question at a time (`<details name>`): Safari before 17.2, Firefox before 130. */
function closeOthers({ target }: Event): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open) return;
  for (const other of document.querySelectorAll<HTMLDetailsElement>('.accordion [open]')) {
    if (other !== target && other.getAttribute('name') === target.getAttribute('name')) other.open = false;
  }
}

/** Does what younger browsers do on their own (docs/decisions/0016-browsers.md). */
export function fillIn(): void {
  if (!('commandForElement' in HTMLButtonElement.prototype)) {
    addEventListener('click', obeyCommand);
    makeModal(document.querySelector('dialog.menu-sheet'));
  }
  // The event does not bubble, but it can be captured.
  if (!('name' in HTMLDetailsElement.prototype)) addEventListener('toggle', closeOthers, { capture: true });
}
