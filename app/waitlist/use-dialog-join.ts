import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
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
 * It outlives a closed dialog, so that the answer to a join still reaches the visitor, who may meanwhile have opened it again
 * with another address: that one stays in it, to be sent.
 */
export function useDialogJoin() {
  const isOpen = useSyncExternalStore(onDialogChange, isDialogOpen);
  const [email, setEmail] = useState('');
  const [source, setSource] = useState('');
  const [error, setError] = useState<DialogError>();
  const [isJoining, setJoining] = useState(false);
  /** What the field holds now, for a join that began with another address in it. */
  const shown = useRef(email);

  useEffect(() => {
    shown.current = email;
  }, [email]);
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
    const isStillShown = shown.current === email;
    if (!outcome.joined) {
      const toast = { ...toasts.failed, ...(outcome.reason && { description: outcome.reason }) };
      return isStillShown ? fail('email', toast) : announceFailure(toast);
    }
    if (prefilledEmail() === prefilled) clearPrefill();
    if (isStillShown) {
      setEmail('');
      setSource('');
      closeDialog();
    }
    announceJoined();
  }

  return { isOpen, email, setEmail, source, setSource, error, isJoining, join };
}
