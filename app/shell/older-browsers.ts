/** Runs a button's command (HTML, 'invoker commands') in Safari before 26.2 and Firefox before 144. */
function obeyCommand(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest('button[commandfor]') : null;
  const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '');
  if (!(dialog instanceof HTMLDialogElement)) return;
  event.preventDefault();
  if (button?.getAttribute('command') === 'close') dialog.close();
  else if (!dialog.open) dialog.showModal();
}

/** Keeps one question open at a time (`<details name>`) in Safari before 17.2 and Firefox before 130. */
function closeOthers({ target }: Event): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open) return;
  for (const other of document.querySelectorAll<HTMLDetailsElement>('details[name][open]')) {
    if (other !== target && other.getAttribute('name') === target.getAttribute('name')) other.open = false;
  }
}

/** Does what newer browsers do by themselves (docs/decisions/0016-browsers.md). */
export function polyfill(): void {
  if (!('commandForElement' in HTMLButtonElement.prototype)) {
    addEventListener('click', obeyCommand);
    // A menu that was opened as a popover before becomes modal, as in other browsers. `:is()` forgives those without popovers.
    const menu = document.querySelector<HTMLDialogElement>('dialog:is(:popover-open)');
    menu?.hidePopover();
    menu?.showModal();
  }
  // The event does not bubble, but it can be captured.
  if (!('name' in HTMLDetailsElement.prototype)) addEventListener('toggle', closeOthers, { capture: true });
}
