import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { openDialog } from './dialog-state.ts';
import type { EarlyCard, EarlyState } from './early-card.ts';
import { WaitlistDialog } from './waitlist-dialog.tsx';

let mounted = false;

function mount(): void {
  if (mounted) return;
  mounted = true;
  const container = document.body.appendChild(document.createElement('div'));
  flushSync(() => createRoot(container).render(<WaitlistDialog />));
}

/** Restores the focus that the visitor had in the early card, and repeats the press. */
function restoreState({ focused, pressed }: EarlyState): void {
  document.getElementById(focused)?.focus();
  if (pressed) document.getElementById(pressed)?.click();
}

/**
 * Opens the page's one waitlist dialog; the first call mounts it.
 * @param opener what gets the focus back
 * @param early the card that was shown until now, if any: if the visitor has closed it, nothing is opened
 */
export function openWaitlist(opener: HTMLElement, early: EarlyCard | undefined): void {
  const state = early?.remove();
  if (early && !state) return;
  mount();
  flushSync(() => openDialog({ opener, typed: state?.typed }));
  if (state) restoreState(state);
}
