import { failedToast } from '../../content/failed-toast.ts';

/** As long as a toast (docs/specification.md#times). */
const durationMs = 4_000;

/** Says that joining failed when not even the toaster could be loaded. Its words need no network: they came with the first script. */
export function showFallbackToast(): void {
  const notice = document.createElement('div');
  notice.className = 'fallback-toast';
  notice.setAttribute('role', 'alert');
  const title = notice.appendChild(document.createElement('b'));
  title.textContent = failedToast.title;
  notice.append(failedToast.description);
  document.body.append(notice);
  setTimeout(() => notice.remove(), durationMs);
}
