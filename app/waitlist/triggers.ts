import { showPlainNotice } from './plain-notice.ts';
import { feedFrom } from './prefill.ts';

/** A button that opens the waitlist dialog, wherever it stands. */
const trigger = '[data-join]';
/** A form whose one field feeds the dialog: the hero's and the blog's. */
const feedingForm = 'form[data-join-form]';

const loadDialog = () => import('./waitlist-host.tsx');

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

function onClick(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>(trigger) : null;
  if (!button) return;
  event.preventDefault();
  button.closest('dialog')?.close();
  loadDialog().then(
    (host) => host.openWaitlist(),
    () => withoutDialog(goToBottomForm),
  );
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches(feedingForm)) return;
  event.preventDefault();
  const email = form.querySelector<HTMLInputElement>('input[type="email"]');
  if (email) feedFrom(email);
  loadDialog().then(
    (host) => host.openWaitlist(),
    () => withoutDialog(() => form.submit()),
  );
}

function onInput(event: Event): void {
  const input = event.target;
  if (input instanceof HTMLInputElement && input.form?.matches(feedingForm)) feedFrom(input);
}

function onIntent(event: Event): void {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(`${trigger}, ${feedingForm}`)) loadDialog().catch(() => {});
}

/**
 * Every trigger of the page opens the one dialog. The listeners stand on the window, so that a trigger needs no
 * script of its own; the dialog loads at the first sign of intent (pointer over, focus in) and is there at the click.
 */
export function watchWaitlistTriggers(): void {
  addEventListener('click', onClick, true);
  addEventListener('submit', onSubmit, true);
  addEventListener('input', onInput);
  for (const intent of ['pointerover', 'focusin', 'touchstart']) {
    addEventListener(intent, onIntent, { passive: true });
  }
}
