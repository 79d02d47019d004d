import { type FormEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { ErrorBesideField } from '../ui/field.tsx';
import { type JoinFailure, type Message, showFailure } from './join.ts';

/**
 * What the two forms that join have in common, the dialog's and the one at the foot of the landing page. A join is sent once at a
 * time. The focus stays on something that can be used. An error stands beside its field.
 */
export function useJoinForm() {
  const [isJoining, setJoining] = useState(false);
  const [isButtonPressed, setButtonPressed] = useState(false);
  const [error, setError] = useState<ErrorBesideField & { fieldId: string }>();
  const button = useRef<HTMLButtonElement>(null);
  /** The state changes only with the next rendering, and a form can be sent twice before that. */
  const isSending = useRef(false);

  // Layout effects move the focus before the rest of the change is read out.
  // While a join is under way the fields are disabled and lose the focus. The button gets it then, and its name says what happens.
  useLayoutEffect(() => {
    if (isJoining) button.current?.focus();
  }, [isJoining]);
  useLayoutEffect(() => {
    if (error) document.getElementById(error.fieldId)?.focus();
  }, [error]);

  const clearError = useCallback(() => setError(undefined), []);
  /** Takes away what was wrong with one field; what is wrong with the other stays. */
  const clearErrorOf = (fieldId: string) =>
    setError((present) => (present?.fieldId === fieldId ? undefined : present));

  /**
   * Says what is wrong beside a field, which gets the focus, and in a toast.
   * @param about.isAboutField whether what is in the field is wrong
   */
  function fail(fieldId: string, message: Message, about: Pick<ErrorBesideField, 'isAboutField'>): void {
    const hasFocus = document.activeElement?.id === fieldId;
    setError({ fieldId, text: message.description, ...about });
    // A field that gets the focus is read out with its error; one that has it already is not.
    void showFailure(message, hasFocus);
  }

  /** Shows that a join is under way until it has its answer. @returns what `join` returns: why it failed */
  async function send(join: () => Promise<JoinFailure | undefined>): Promise<JoinFailure | undefined> {
    clearError();
    setButtonPressed(document.activeElement === button.current);
    setJoining(true);
    isSending.current = true;
    try {
      return await join();
    } finally {
      // Without this a join that broke would leave the form dead until the page is loaded again.
      isSending.current = false;
      setJoining(false);
    }
  }

  /** The handler of a form's `submit` event. While a join is under way it does nothing. */
  const onSubmit = (submit: () => void) => (event: FormEvent) => {
    event.preventDefault();
    if (!isSending.current) submit();
  };

  const errorOf = (fieldId: string) => (error?.fieldId === fieldId ? error : undefined);

  /** Whether a status has to say that a join is under way: a button that had the focus before is not read out again. */
  const needsJoiningStatus = isJoining && isButtonPressed;

  return { isJoining, needsJoiningStatus, button, errorOf, clearError, clearErrorOf, fail, send, onSubmit };
}
