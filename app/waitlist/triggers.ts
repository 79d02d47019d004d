import { type EarlyCard, showEarlyCard } from './early-card.ts';
import { showPlainNotice } from './plain-notice.ts';
import { feedFrom, prefilledEmail } from './prefill.ts';

/** A button that opens the waitlist dialog, wherever it stands. */
const trigger = '[data-join]';
/** A form whose one field feeds the dialog: the hero's and the blog's. */
const feedingForm = 'form[data-join-form]';

const loadDialog = () => import('./waitlist-host.tsx');

/** A press that the dialog answers when it has come. */
interface Press {
  opener: HTMLElement;
  early: EarlyCard | undefined;
  /** What is done when the dialog cannot be had. */
  instead: () => void;
}

let isLoaded = false;
let press: Press | undefined;
let hasFailedBefore = false;

/**
 * The dialog could not be loaded. The first time the visitor is told so and keeps the page with all that was typed;
 * the second time the browser does on its own what the dialog would have done.
 */
function withoutDialog(goOn: () => void): void {
  if (hasFailedBefore) goOn();
  else showPlainNotice();
  hasFailedBefore = true;
}

/** The form at the foot of the landing page does the same without the dialog. */
function goToBottomForm(): void {
  const bottomForm = document.getElementById('join');
  if (!bottomForm) {
    location.assign('/#join');
    return;
  }
  bottomForm.scrollIntoView();
  bottomForm.querySelector('input')?.focus();
}

async function answer(dialog: ReturnType<typeof loadDialog>): Promise<void> {
  const host = await dialog.catch(() => undefined);
  if (!press) return;
  const { opener, early, instead } = press;
  press = undefined;
  isLoaded = host !== undefined;
  if (host) {
    host.openWaitlist(opener, early);
  } else if (!early || early.end()) {
    opener.focus();
    withoutDialog(instead);
  }
}

/** Opens the dialog, and until it has come its early card. */
function open(opener: HTMLElement, instead: () => void): void {
  const isWaiting = press !== undefined;
  // Whoever has closed the card and presses again sees it again.
  if (press && press.early?.isOpen !== false) return;
  press = { opener, instead, early: isLoaded ? undefined : showEarlyCard(opener, prefilledEmail()) };
  if (!isWaiting) void answer(loadDialog());
}

function onClick(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>(trigger) : null;
  if (!button) return;
  event.preventDefault();
  const menu = button.closest('dialog');
  menu?.close();
  // In the closed menu it could not be focused: the way back leads to what opened the menu.
  const opener = menu && document.querySelector<HTMLElement>(`.site-bar [commandfor="${menu.id}"]`);
  open(opener ?? button, goToBottomForm);
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches(feedingForm)) return;
  event.preventDefault();
  const email = form.querySelector<HTMLInputElement>('input[type="email"]');
  if (email) feedFrom(email);
  const { activeElement } = document;
  const opener = form.contains(activeElement) ? activeElement : event.submitter;
  if (opener instanceof HTMLElement) open(opener, () => form.submit());
}

function onInput(event: Event): void {
  const input = event.target;
  if (input instanceof HTMLInputElement && input.form?.matches(feedingForm)) feedFrom(input);
}

/** Under a mouse there is time before the press. Under a finger there is none: the dialog's start would only delay the answer. */
function onHover(event: PointerEvent): void {
  const target = event.pointerType === 'mouse' && event.target instanceof Element ? event.target : null;
  if (target?.closest(`${trigger}, ${feedingForm}`)) loadDialog().catch(() => {});
}

/**
 * Every trigger of the page opens the one dialog. The listeners stand on the window, so that a trigger needs no
 * script of its own; under a mouse the dialog loads before it is pressed.
 */
export function watchWaitlistTriggers(): void {
  addEventListener('click', onClick, true);
  addEventListener('submit', onSubmit, true);
  addEventListener('input', onInput);
  addEventListener('pointerover', onHover, { passive: true });
}
