import { failedToast } from '../../content/failed-toast.ts';
import { afterNextFrame } from '../idle.ts';
import { bottomFormPath } from '../paths.ts';

/** A button that opens the waitlist dialog. */
const trigger = '[data-join]';
/** A form whose one field prefills the dialog: the hero's and the blog's. */
const prefillForm = 'form[data-join-form]';

/** Says that joining failed when not even the toaster could be loaded. Its words need no network: they came with the first script. */
export function showFallbackToast(): void {
  const notice = document.createElement('div');
  notice.className = 'fallback-toast';
  notice.setAttribute('role', 'alert');
  const title = notice.appendChild(document.createElement('b'));
  title.textContent = failedToast.title;
  notice.append(failedToast.description);
  document.body.append(notice);
  // As long as a toast (docs/specification.md#times).
  setTimeout(() => notice.remove(), 4_000);
}

/** The field that prefills the dialog: when it opens, and again on every change while it is open. */
let prefill: HTMLInputElement | undefined;
let prefillListener: ((email: string) => void) | undefined;

function setPrefill(field: HTMLInputElement): void {
  prefill = field;
  prefillListener?.(field.value);
}

/** The current value of that field, or of the page's first one of its kind: the browser may have filled it before any script ran. */
export function prefilledEmail(): string {
  const field = prefill ?? document.querySelector<HTMLInputElement>(`${prefillForm} input[type=email]`);
  return field?.value ?? '';
}

/** Calls back on every change of that field: the page's one dialog, which stays. */
export function onPrefillChange(listener: (email: string) => void): void {
  prefillListener = listener;
}

/** Empties that field: after a join nothing is left to send twice. */
export function clearPrefill(): void {
  if (prefill) prefill.value = '';
}

/** What was typed into a dialog, by its fields’ names. */
export type Typed = Record<string, string | undefined>;

/**
 * Shows the early dialog (dialog-card.tsx). It is modal from the frame after the one that shows it: making everything outside
 * inert recomputes the style of the whole page, which takes a slow processor a quarter of a second.
 * @param opener gets the focus back: after `show` and `showModal` the browser would return it to the dialog's own field
 * @param initial the values of its fields
 */
function showEarlyDialog(opener: HTMLElement, initial: Typed) {
  const template = document.querySelector<HTMLTemplateElement>('#early-dialog');
  const card = template?.content.querySelector('dialog')?.cloneNode(true);
  if (!(card instanceof HTMLDialogElement)) return undefined;
  const form = card.querySelector('form');
  let pressed: string | undefined;
  card.addEventListener('submit', (event) => {
    event.preventDefault();
    pressed = event.submitter?.id;
  });
  card.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button?.matches('.dialog-close')) card.close();
    else if (button?.matches('.select-trigger')) pressed = button.id;
  });
  // The browser handles Escape itself only after `showModal`.
  card.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    card.close();
  });
  card.addEventListener('close', () => {
    card.remove();
    opener.focus();
  });
  document.body.append(card);
  card.show();
  afterNextFrame(() => {
    if (!card.open || !card.isConnected) return;
    // Not `close()`: its event means that the visitor closed it.
    card.open = false;
    card.showModal();
  });
  for (const field of form?.querySelectorAll('input') ?? []) field.value = initial[field.name] ?? '';
  return {
    /** False as soon as the visitor has closed it. */
    isOpen: () => card.open,
    /** Returns what was typed, by its fields’ names, and the ids of what had the focus and was pressed; undefined if closed. */
    remove() {
      if (!card.open || !form) return undefined;
      const typed = Object.fromEntries(new FormData(form)) as Typed;
      const state = { typed, focused: document.activeElement?.id ?? '', pressed };
      card.remove();
      return state;
    },
  };
}

/** The dialog as it is shown until React has loaded. */
type EarlyDialog = NonNullable<ReturnType<typeof showEarlyDialog>>;
export type EarlyState = ReturnType<EarlyDialog['remove']>;

const loadDialog = () => import('./waitlist-dialog.tsx');

/** A press that opens the dialog as soon as it has loaded. */
interface Press {
  opener: HTMLElement;
  early: EarlyDialog | undefined;
  /** What is done if the dialog cannot be loaded a second time. The first time the visitor is told so and keeps the page. */
  fallback: () => void;
}

let isLoaded = false;
let press: Press | undefined;
let hasFailedBefore = false;
/** What an early dialog held that no dialog replaced. It is newer than what any field of the page holds. */
let unsent: Typed = {};

/** The form at the foot of the landing page joins without the dialog. Another page cannot hand over what was typed on it. */
function goToBottomForm(): void {
  const bottomForm = document.getElementById('join');
  if (!bottomForm) location.assign(bottomFormPath);
  bottomForm?.scrollIntoView();
  const field = bottomForm?.querySelector('input');
  if (field) field.value ||= unsent.email ?? '';
  field?.focus();
}

async function openWhenLoaded(): Promise<void> {
  const loaded = await loadDialog().catch(() => undefined);
  if (!press) return;
  const { opener, early, fallback } = press;
  press = undefined;
  isLoaded = loaded !== undefined;
  const state = early?.remove();
  if (early && !state) return;
  if (loaded) return loaded.openWaitlist(opener, state);
  unsent = state?.typed ?? {};
  opener.focus();
  if (hasFailedBefore) fallback();
  else showFallbackToast();
  hasFailedBefore = true;
}

/** Opens the dialog, or the early one until it has loaded. */
function open(opener: HTMLElement, fallback: () => void): void {
  const isWaiting = press !== undefined;
  // A visitor who has closed the early dialog and presses again sees it again.
  if (press && press.early?.isOpen() !== false) return;
  const early = isLoaded
    ? undefined
    : showEarlyDialog(opener, { ...unsent, email: unsent.email || prefilledEmail() });
  press = { opener, early, fallback };
  if (isWaiting) return;
  // The early dialog is shown first: compiling React would come before its frame.
  if (isLoaded) openWhenLoaded();
  else afterNextFrame(openWhenLoaded);
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
  if (email) setPrefill(email);
  const { activeElement } = document;
  const opener = form.contains(activeElement) ? activeElement : event.submitter;
  if (!(opener instanceof HTMLElement)) return;
  open(opener, () => {
    if (email && unsent.email) email.value = unsent.email;
    form.submit();
  });
}

function onInput(event: Event): void {
  const input = event.target;
  if (!(input instanceof HTMLInputElement && input.form?.matches(prefillForm))) return;
  unsent.email = '';
  setPrefill(input);
}

/** A mouse leaves time to load the dialog before the press. A finger leaves none: loading would only delay the response. */
function onHover(event: PointerEvent): void {
  const target = event.pointerType === 'mouse' && event.target instanceof Element ? event.target : null;
  if (target?.closest(`${trigger}, ${prefillForm}`)) loadDialog().catch(() => {});
}

/** Where a well-known domain is mistyped, the right one is offered: every email field of the page, from its first use on. */
function onEmailField({ target }: Event): void {
  if (!(target instanceof HTMLInputElement && target.type === 'email')) return;
  import('./did-you-mean.ts').then(({ offerSoon }) => offerSoon(target)).catch(() => {});
}

/** Makes every trigger of the page open the one dialog, with listeners on the window: no trigger needs a script of its own. */
export function watchWaitlistTriggers(): void {
  addEventListener('click', onClick, true);
  addEventListener('submit', onSubmit, true);
  addEventListener('input', onInput);
  for (const use of ['focusin', 'input']) addEventListener(use, onEmailField);
  addEventListener('pointerover', onHover, { passive: true });
}
