import { useEffect, useState, useSyncExternalStore } from 'react';
import { toasts } from '../../content/toasts.ts';
import { announceFailure, announceJoined } from './announce.tsx';
import { joinThroughFunction } from './calls.ts';
import { closeDialog, isDialogOpen, onDialogChange, typedEarly } from './dialog-state.ts';
import { clearPrefill, onPrefillChange, prefilledEmail } from './prefill.ts';

export type DialogField = 'email' | 'source';

export interface DialogError {
  field: DialogField;
  text: string;
}

/**
 * The dialog's state and its one transition, joining (docs/specification.md#joining): the email is checked first,
 * then the source; on success everything typed is cleared and the dialog closes; on failure nothing is lost.
 * It outlives a closed dialog, so that the answer to a join still reaches the visitor.
 */
export function useDialogJoin() {
  const isOpen = useSyncExternalStore(onDialogChange, isDialogOpen);
  const [email, setEmail] = useState('');
  const [source, setSource] = useState('');
  const [error, setError] = useState<DialogError>();
  const [isJoining, setJoining] = useState(false);

  useEffect(() => onPrefillChange(setEmail), []);
  useEffect(() => {
    const initialEmail = typedEarly() ?? prefilledEmail();
    if (isOpen && initialEmail !== '') setEmail(initialEmail);
    // On opening too: a join may have failed while the dialog was closed, and its toast has said so.
    setError(undefined);
  }, [isOpen]);

  function fail(field: DialogField, toast: { title: string; description: string }): void {
    setError({ field, text: toast.description });
    announceFailure(toast);
  }

  async function join(): Promise<void> {
    if (isJoining) return;
    const address = email.trim();
    if (address === '') return fail('email', toasts.emailRequired);
    if (source === '') return fail('source', toasts.sourceRequired);
    setError(undefined);
    setJoining(true);
    const prefilled = prefilledEmail();
    const outcome = await joinThroughFunction(address, source);
    setJoining(false);
    if (!outcome.joined)
      return fail('email', { ...toasts.failed, ...(outcome.reason && { description: outcome.reason }) });
    // Behind a dialog that was closed meanwhile, another address may have been typed: it is not this one's to clear.
    setEmail((current) => (current === email ? '' : current));
    if (prefilledEmail() === prefilled) clearPrefill();
    setSource('');
    closeDialog();
    announceJoined();
  }

  return { isOpen, email, setEmail, source, setSource, error, isJoining, join };
}
