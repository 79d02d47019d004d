import { failedToast } from '../../content/failed-toast.ts';

/** As long as a toast (docs/specification.md#times). */
const lifetime = 4_000;

/** Says that joining failed when not even the toaster could be loaded: the network is gone, the words are here. */
export function showPlainNotice(): void {
  const notice = document.createElement('div');
  notice.className = 'plain-notice';
  notice.setAttribute('role', 'alert');
  const title = notice.appendChild(document.createElement('b'));
  title.textContent = failedToast.title;
  notice.append(failedToast.description);
  document.body.append(notice);
  setTimeout(() => notice.remove(), lifetime);
}
