import { failedToast } from '../../content/failed-toast.ts';
import { dialogElement } from './dialog.ts';
import { toastDurationMs } from './toast-duration.ts';

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
