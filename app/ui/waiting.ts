import { findByHandle, handlesOf } from './handles.ts';

/** Milliseconds after which a visitor should be told that something is on its way. What comes sooner needs no sign. */
export const unnoticedMs = 300;

/**
 * Shows that a press waits for something that loads, if it takes longer than a moment: the control is marked as busy, and on
 * a page with words for it (`data-waiting`) a status says so.
 * @returns what `work` gives; rejects as it does
 */
export async function showWaiting<T>(control: Element | null, work: Promise<T>): Promise<T> {
  const status = findByHandle('waiting');
  const timer = setTimeout(() => {
    control?.setAttribute('aria-busy', 'true');
    if (status) status.textContent = handlesOf(status).waiting ?? '';
  }, unnoticedMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    control?.removeAttribute('aria-busy');
    if (status) status.textContent = '';
  }
}
