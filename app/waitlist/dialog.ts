import { setFieldValue } from '../islands/fields.ts';
import { findIsland } from '../islands/find-island.ts';
import { hydrateAfterFrame } from '../islands/hydration-schedule.ts';
import { selectorOf } from '../ui/handles.ts';
import { afterNextFrame } from '../ui/scheduling.ts';
import { isPrefillForm, onPrefillChange, prefilledEmail } from './prefill.ts';

/** The ids of the dialog, of its close button and of its email field. */
export const dialogId = 'waitlist';
export const closeId = 'waitlist-close';
export const emailId = 'waitlist-email';

/** The page's one waitlist dialog (waitlist-dialog.tsx). */
export const dialogElement = () => document.getElementById(dialogId) as HTMLDialogElement | null;

const emailField = () => document.getElementById(emailId) as HTMLInputElement | null;

let opener: HTMLElement | undefined;

/**
 * The element that has opened the dialog, until that is closed: then it gets the focus back. Safari on a Mac does not focus a pressed
 * button, so nothing else knows it.
 */
export const openedBy = () => opener;

/** Writes what the hero's or the blog's field holds into the dialog's field. */
function carryOver(email: string): void {
  const field = emailField();
  if (field && field.value !== email) setFieldValue(field, email);
}

/** The toasts stand in the open dialog: what lies outside a modal one is neither seen over it nor read out. */
function moveToasts(parent: HTMLElement): void {
  const toaster = findIsland('toaster');
  if (toaster && toaster.parentElement !== parent) parent.append(toaster);
}

/**
 * Shows the dialog. It becomes modal one frame later. Making everything outside inert recomputes the style of the whole page,
 * which takes a slow processor a quarter of a second.
 */
function open(by: HTMLElement): void {
  const dialog = dialogElement();
  if (!dialog || dialog.open) return;
  opener = by;
  // An empty field takes away nothing that was typed into the dialog before.
  if (prefilledEmail() !== '') carryOver(prefilledEmail());
  moveToasts(dialog);
  // Chrome would rather focus the card, if it does not fit the screen and scrolls.
  emailField()?.setAttribute('autofocus', '');
  dialog.show();
  afterNextFrame(() => {
    if (!dialog.open || dialog.matches(':modal')) return;
    const { activeElement } = document;
    // Not `close()`: its event means that the dialog is closed.
    dialog.open = false;
    dialog.showModal();
    // It has given the focus to its first field again, from which a quick visitor had gone on.
    if (activeElement instanceof HTMLElement && dialog.contains(activeElement)) activeElement.focus();
  });
  const form = findIsland('dialog-form');
  if (form) hydrateAfterFrame(form);
}

/**
 * Brings the toasts and the focus back to where they were before the dialog opened. The event of a closed dialog comes a task later:
 * by then what follows a join may have the focus, or the dialog may be open again.
 */
function putBack(): void {
  if (dialogElement()?.open) return;
  moveToasts(document.body);
  opener?.focus();
  opener = undefined;
}

export function closeDialog(): void {
  dialogElement()?.close();
  putBack();
}

/** A press of a trigger opens the dialog. The menu that holds one closes, and its own button gets the focus back. */
function onClick(event: MouseEvent): void {
  const trigger =
    event.target instanceof Element ? event.target.closest<HTMLElement>(selectorOf('join')) : null;
  if (!trigger) return;
  event.preventDefault();
  const menu = trigger.closest('dialog');
  menu?.close();
  const menuButton = menu && document.querySelector<HTMLElement>(`[commandfor="${menu.id}"][aria-haspopup]`);
  open(menuButton ?? trigger);
}

/** The hero's and the blog's form open the dialog instead of being sent. */
function onSubmit(event: SubmitEvent): void {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !isPrefillForm(form)) return;
  event.preventDefault();
  const { activeElement } = document;
  const sender = form.contains(activeElement) ? activeElement : event.submitter;
  if (sender instanceof HTMLElement) open(sender);
}

/** Closes the dialog by its button, by Escape and by a press outside its card; the focus then goes back. */
function watchClosing(dialog: HTMLDialogElement): void {
  /** Where the press began: text that is selected with the mouse may end outside the card. */
  let pressed: EventTarget | null = null;
  dialog.addEventListener('pointerdown', ({ target }) => {
    pressed = target;
  });
  dialog.addEventListener('click', ({ target }) => {
    const isOutside = target === dialog && pressed === dialog;
    if (isOutside) closeDialog();
  });
  document.getElementById(closeId)?.addEventListener('click', closeDialog);
  // The browser itself answers Escape only when the dialog is modal.
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    // In a text that is being composed, Escape takes back the composition; Safari's own answer would close the dialog.
    if (!event.isComposing) closeDialog();
  });
  // A phone's Back button closes it, too.
  dialog.addEventListener('close', putBack);
}

/** Makes every trigger of the page open its one dialog: no trigger needs a script of its own, and none of this needs React. */
export function watchDialog(): void {
  addEventListener('click', onClick, true);
  addEventListener('submit', onSubmit, true);
  onPrefillChange((email) => {
    if (dialogElement()?.open) carryOver(email);
  });
  const dialog = dialogElement();
  if (dialog) watchClosing(dialog);
}
