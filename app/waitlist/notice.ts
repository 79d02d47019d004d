import { failedToast } from '../../content/failed-toast.ts';
import { dialogElement } from './dialog.ts';

/**
 * Says that joining failed when not even the toaster could be loaded. Its words need no network: they came with the first
 * script.
 */
export function showNotice(): void {
  // One says it for all: several would leave no room for the dialog's card.
  document.querySelector('.plain-notice')?.remove();
  const notice = document.createElement('div');
  notice.className = 'plain-notice';
  notice.setAttribute('role', 'alert');
  // Our own words: nothing in them has to be escaped.
  notice.innerHTML = `<b>${failedToast.title}</b><span>${failedToast.description}</span>`;
  // What lies outside a modal dialog is neither seen nor read out.
  const dialog = dialogElement();
  (dialog?.open ? dialog : document.body).append(notice);
  // As long as a toast (docs/specification.md#times).
  setTimeout(() => notice.remove(), 4_000);
}

/** The forms that were sent once while React could not be loaded. */
const sentBefore = new WeakSet<HTMLFormElement>();

const isServerThere = () =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * A form that was sent when React could not be loaded. The visitor is told so, and everything that was typed stays. The second
 * time the form is posted as plain HTML, unless there is no connection: the page would be lost for the browser's error page.
 */
export async function sendWithoutReact(form: HTMLFormElement): Promise<void> {
  const isSecond = sentBefore.has(form);
  sentBefore.add(form);
  if (isSecond && (await isServerThere())) form.submit();
  else showNotice();
}
