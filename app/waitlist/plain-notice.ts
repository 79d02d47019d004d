import { toasts } from '../../content/toasts.ts';

/** As long as a toast (specification, section 9). */
const lifetime = 4_000;

/** Says that joining failed when not even the toaster could be loaded: the network is gone, the words are here. */
export function showPlainNotice(): void {
  const notice = document.createElement('div');
  notice.className = 'plain-notice';
  notice.setAttribute('role', 'alert');
  const title = notice.appendChild(document.createElement('b'));
  title.textContent = toasts.failed.title;
  notice.append(toasts.failed.description);
  document.body.append(notice);
  setTimeout(() => notice.remove(), lifetime);
}
