import { failedToast } from '../../content/failed-toast.ts';
import { dialogElement } from './dialog.ts';

/** How long a toast stays, in milliseconds (docs/specification.md#times). */
export const toastDurationMs = 4_000;

let shown: HTMLElement | undefined;

/**
 * Says that joining failed when not even the toaster could be loaded. Its words need no network: they came with the first
 * script.
 */
export function showNotice(): void {
  // Several notices would leave no room for the dialog's card.
  shown?.remove();
  const notice = document.createElement('div');
  shown = notice;
  notice.className = 'plain-notice';
  notice.setAttribute('role', 'alert');
  // Our own words: nothing in them has to be escaped.
  notice.innerHTML = `<b>${failedToast.title}</b><span>${failedToast.description}</span>`;
  // What lies outside a modal dialog is neither seen nor read out.
  const dialog = dialogElement();
  (dialog?.open ? dialog : document.body).append(notice);
  setTimeout(() => notice.remove(), toastDurationMs);
}

/** The forms that were sent once while React could not be loaded. */
const sentBefore = new WeakSet<HTMLFormElement>();

const isServerThere = () =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Answers a form that was sent when React could not be loaded. The first time it tells the visitor, and keeps what was typed.
 * The second time it posts the form as plain HTML. Without a connection it does not: the browser would replace the page with
 * its own error page.
 */
export async function sendWithoutReact(form: HTMLFormElement): Promise<void> {
  const isSecond = sentBefore.has(form);
  sentBefore.add(form);
  if (isSecond && (await isServerThere())) form.submit();
  else showNotice();
}
