import { useInsertionEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { findIsland } from '../islands/find-island.ts';
import { hydrateNow } from '../islands/hydration-schedule.ts';
import { bringIntoView } from '../ui/bring-into-view.ts';
import { adoptStyles } from '../ui/constructed-style.ts';
import { afterNextFrame } from '../ui/scheduling.ts';
import type { Message } from './join.ts';
import { toastDurationMs } from './toast-duration.ts';
import rules from './toasts.css?inline';

/**
 * The page's one toaster. Its live region is in the page from the start, so that the first toast is read out, too. While the
 * dialog is open it stands in the dialog (app/waitlist/dialog.ts).
 */
export function PageToaster() {
  useInsertionEffect(() => {
    adoptStyles(rules);
  }, []);
  // At most three at once (docs/specification.md#times).
  return (
    <Toaster duration={toastDurationMs} visibleToasts={3} position="bottom-right" gap={12} offset={20} />
  );
}

/**
 * Shows a toast (docs/specification.md#messages).
 * @param isReadOut whether screen readers read it out when it appears
 * @throws when the toaster cannot be loaded
 */
export async function showToast(
  kind: 'success' | 'error',
  { title, description }: Message,
  isReadOut = true,
): Promise<void> {
  const toaster = findIsland('toaster');
  // sonner loses what is shown before it is there.
  if (toaster) await hydrateNow(toaster);
  // sonner has no setting for one toast. Its region is polite from the start, and React never writes the attribute again.
  toaster?.querySelector('section')?.setAttribute('aria-live', isReadOut ? 'polite' : 'off');
  // What was wrong before is mended now.
  if (kind === 'success') toast.dismiss();
  toast[kind](<span ref={onShown}>{title}</span>, { description: <span>{description}</span> });
}

/** Does for one toast what sonner has no setting for. */
function onShown(title: HTMLElement | null): void {
  if (!title) return;
  leaveTabOrder(title);
  afterNextFrame(keepFieldInView);
}

/** On a low screen a toast takes the room in which the visitor is typing. */
function keepFieldInView(): void {
  const { activeElement } = document;
  if (activeElement?.matches('input, [role="combobox"]')) bringIntoView(activeElement);
}

/**
 * Takes a toast out of the order of Tab. There is nothing to press in it, and sonner would send the focus back from it to where
 * it came from, so that Tab went no further while the toast stood. Alt+T still leads to the toasts.
 */
function leaveTabOrder(title: HTMLElement): void {
  title.closest('[data-sonner-toast]')?.setAttribute('tabindex', '-1');
}

/** Takes away every toast that is shown, for example where one would lie over what is opened. */
export function dismissToasts(): void {
  toast.dismiss();
}
