import { afterNextFrame } from '../idle.ts';
import { bottomFormPath } from '../paths.ts';
import { type EarlyCard, showEarlyCard } from './early-card.ts';
import { showFallbackToast } from './fallback-toast.ts';
import { prefilledEmail, setPrefillField } from './prefill.ts';

/** A button that opens the waitlist dialog. */
const trigger = '[data-join]';
/** A form whose one field prefills the dialog: the hero's and the blog's. */
const prefillForm = 'form[data-join-form]';

const loadDialog = () => import('./waitlist-host.tsx');

/** A press that opens the dialog as soon as it has loaded. */
interface Press {
  opener: HTMLElement;
  early: EarlyCard | undefined;
  /** What is done if the dialog cannot be loaded. */
  fallback: () => void;
}

let isLoaded = false;
let press: Press | undefined;
let hasFailedBefore = false;
/** What an early card held that no dialog replaced. It is newer than what any field of the page holds. */
let unsent = '';

/**
 * The dialog could not be loaded. The first time the visitor is told so and keeps the page, and the next early card begins
 * with what the last one held; the second time the fallback runs, which needs no dialog.
 */
function handleLoadFailure(fallback: () => void): void {
  if (hasFailedBefore) fallback();
  else showFallbackToast();
  hasFailedBefore = true;
}

/** The form at the foot of the landing page joins without the dialog. Another page cannot hand over what was typed on it. */
function goToBottomForm(): void {
  const bottomForm = document.getElementById('join');
  if (!bottomForm) {
    location.assign(bottomFormPath);
    return;
  }
  bottomForm.scrollIntoView();
  const field = bottomForm.querySelector('input');
  if (field) field.value ||= unsent;
  field?.focus();
}

function postForm(form: HTMLFormElement, email: HTMLInputElement | null): void {
  if (email && unsent !== '') email.value = unsent;
  form.submit();
}

async function openWhenLoaded(dialog: ReturnType<typeof loadDialog>): Promise<void> {
  const host = await dialog.catch(() => undefined);
  if (!press) return;
  const { opener, early, fallback } = press;
  press = undefined;
  isLoaded = host !== undefined;
  if (host) {
    host.openWaitlist(opener, early);
    return;
  }
  const state = early?.remove();
  if (early && !state) return;
  unsent = state?.typed ?? '';
  opener.focus();
  handleLoadFailure(fallback);
}

/** Opens the dialog, or its early card until the dialog has loaded. */
function open(opener: HTMLElement, fallback: () => void): void {
  const isWaiting = press !== undefined;
  // A visitor who has closed the card and presses again sees it again.
  if (press && press.early?.isOpen !== false) return;
  press = {
    opener,
    fallback,
    early: isLoaded ? undefined : showEarlyCard(opener, unsent || prefilledEmail()),
  };
  if (isWaiting) return;
  const load = () => void openWhenLoaded(loadDialog());
  // The card is shown first: compiling React would come before its frame.
  if (isLoaded) load();
  else afterNextFrame(load);
}

function onClick(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>(trigger) : null;
  if (!button) return;
  event.preventDefault();
  const menu = button.closest('dialog');
  menu?.close();
  // In the closed menu the button cannot be focused, so the focus goes back to what opened the menu.
  const opener = menu && document.querySelector<HTMLElement>(`.site-bar [commandfor="${menu.id}"]`);
  open(opener ?? button, goToBottomForm);
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches(prefillForm)) return;
  event.preventDefault();
  const email = form.querySelector<HTMLInputElement>('input[type="email"]');
  if (email) setPrefillField(email);
  const { activeElement } = document;
  const opener = form.contains(activeElement) ? activeElement : event.submitter;
  if (opener instanceof HTMLElement) open(opener, () => postForm(form, email));
}

function onInput(event: Event): void {
  const input = event.target;
  if (!(input instanceof HTMLInputElement && input.form?.matches(prefillForm))) return;
  unsent = '';
  setPrefillField(input);
}

/** A mouse leaves time to load the dialog before the press. A finger leaves none: loading would only delay the response. */
function onHover(event: PointerEvent): void {
  const target = event.pointerType === 'mouse' && event.target instanceof Element ? event.target : null;
  if (target?.closest(`${trigger}, ${prefillForm}`)) loadDialog().catch(() => {});
}

/**
 * Makes every trigger of the page open the one dialog. The listeners are on the window, so that a trigger needs no
 * script of its own; under a mouse the dialog loads before the press.
 */
export function watchWaitlistTriggers(): void {
  addEventListener('click', onClick, true);
  addEventListener('submit', onSubmit, true);
  addEventListener('input', onInput);
  addEventListener('pointerover', onHover, { passive: true });
}
