import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { toasts } from '../../content/toasts.ts';
import { showFailure, showSuccess, Toaster } from '../ui/toaster.tsx';
import { isDialogOpen } from './dialog-state.ts';

let mounted = false;

/** Mounts the page's one toaster. Synchronously, because sonner loses what is shown before it is mounted. */
function mountToaster(): void {
  if (mounted) return;
  mounted = true;
  const container = document.body.appendChild(document.createElement('div'));
  flushSync(() => createRoot(container).render(<Toaster />));
}

/** The success toast of both forms (docs/specification.md#messages). */
export function announceJoined(): void {
  mountToaster();
  showSuccess(toasts.joined.title, toasts.joined.description);
}

/** A destructive toast: a field left out, a refusal in the server's own words, or a join that did not arrive. */
export function announceFailure(toast: { title: string; description: string }): void {
  mountToaster();
  showFailure(toast.title, toast.description, isDialogOpen());
}
