import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'sonner';
import { toasts } from '../../content/toasts.ts';
import { adoptStyles } from '../ui/constructed-style.ts';
import rules from './toasts.css?inline';

// They come with the script, so a script that is requested again after a failure has them.
adoptStyles(rules);

let mounted = false;

/** Mounts the page's one toaster. Synchronously, because sonner loses what is shown before it is mounted. */
function mountToaster(): void {
  if (mounted) return;
  mounted = true;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  // About four seconds, at most three at once (docs/specification.md#times).
  const toaster = <Toaster duration={4_000} visibleToasts={3} position="bottom-right" gap={12} offset={20} />;
  flushSync(() => root.render(toaster));
}

/** The success toast of both forms (docs/specification.md#messages). */
export function announceJoined(): void {
  mountToaster();
  toast.success(toasts.joined.title, { description: toasts.joined.description });
}

/**
 * A destructive toast: a field left out, a refusal in the server's own words, or a join that did not arrive. On a phone one at
 * the bottom would cover the button of an open dialog.
 */
export function announceFailure({ title, description }: { title: string; description: string }): void {
  mountToaster();
  const isOverDialog = document.querySelector('.dialog-card') !== null;
  toast.error(title, { description, ...(isOverDialog && { position: 'top-right' }) });
}
