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
    const begun = typedEarly() ?? prefilledEmail();
    if (isOpen && begun !== '') setEmail(begun);
    if (!isOpen) setError(undefined);
  }, [isOpen]);

  function refuse(field: DialogField, toast: { title: string; description: string }): void {
    setError({ field, text: toast.description });
    announceFailure(toast);
  }

  async function join(): Promise<void> {
    if (isJoining) return;
    const address = email.trim();
    if (address === '') return refuse('email', toasts.emailRequired);
    if (source === '') return refuse('source', toasts.sourceRequired);
    setError(undefined);
    setJoining(true);
    const outcome = await joinThroughFunction(address, source);
    setJoining(false);
    if (!outcome.joined)
      return refuse('email', { ...toasts.failed, ...(outcome.reason && { description: outcome.reason }) });
    setEmail('');
    setSource('');
    clearPrefill();
    closeDialog();
    announceJoined();
  }

  return { isOpen, email, setEmail, source, setSource, error, isJoining, join };
}
