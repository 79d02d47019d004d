import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { openDialog } from './dialog-state.ts';
import type { EarlyCard, EarlyState } from './early-card.ts';
import { WaitlistDialog } from './waitlist-dialog.tsx';

let mounted = false;

function mount(): void {
  if (mounted) return;
  mounted = true;
  const home = document.body.appendChild(document.createElement('div'));
  flushSync(() => createRoot(home).render(<WaitlistDialog />));
}

/** Goes on where the visitor was in the early card. */
function goOn({ focused, pressed }: EarlyState): void {
  document.getElementById(focused)?.focus();
  if (pressed) document.getElementById(pressed)?.click();
}

/**
 * Opens the page's one waitlist dialog; the first call puts it into the page.
 * @param opener who is given the focus back
 * @param early the card that was shown until now, if any: when the visitor has closed it, nothing is opened
 */
export function openWaitlist(opener: HTMLElement, early: EarlyCard | undefined): void {
  const state = early?.end();
  if (early && !state) return;
  mount();
  flushSync(() => openDialog({ opener, typed: state?.typed }));
  if (state) goOn(state);
}
