import { Toaster as Sonner, toast } from 'sonner';
import { adoptStyles } from './constructed-style.ts';
import rules from './toaster.css?inline';

// They come with the script, so a script that is requested again after a failure has them.
adoptStyles(rules);

/** About four seconds, at most three at once (docs/specification.md#times). */
const durationMs = 4_000;
const maxVisibleToasts = 3;

/** Where toasts appear, over everything, the open dialog included. One for the page. */
export function Toaster() {
  return (
    <Sonner
      duration={durationMs}
      visibleToasts={maxVisibleToasts}
      position="bottom-right"
      gap={12}
      offset={20}
    />
  );
}

export function showSuccess(title: string, description: string): void {
  toast.success(title, { description });
}

/** @param isOverDialog whether a dialog is open: on a phone a toast at the bottom would cover its button */
export function showFailure(title: string, description: string, isOverDialog: boolean): void {
  toast.error(title, { description, ...(isOverDialog && { position: 'top-right' }) });
}
