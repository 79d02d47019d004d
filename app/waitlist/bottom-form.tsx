import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { ctaForm as words } from '../../content/messages.ts';
import { joinPath } from '../../content/paths.ts';
import { toasts } from '../../content/toasts.ts';
import { enter } from '../islands/fields.ts';
import { Consent, describedByError, EmailInput, FieldError } from '../ui/field.tsx';
import { announceFailure, join, type Message } from './join.ts';
import { MeantAddress } from './meant-address.tsx';

const fieldId = 'cta-email';
const consentId = 'cta-consent';

/**
 * The form at the foot of the landing page. Its source is always 'cta'. Without a script the browser posts it as plain
 * HTML. Its field is uncontrolled, so that it holds what the visitor typed, whenever React comes.
 */
export function BottomForm() {
  const [isJoining, setJoining] = useState(false);
  const [error, setError] = useState<{ text: string }>();
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** The state changes only with the next rendering, and a form can be sent twice before that. */
  const isSending = useRef(false);

  // The field is disabled now and loses the focus. The button has it instead, and its name says what happens.
  // A layout effect moves the focus before the rest of the change is read out.
  useLayoutEffect(() => {
    if (isJoining) button.current?.focus();
  }, [isJoining]);
  useLayoutEffect(() => {
    if (error) field.current?.focus();
  }, [error]);

  function fail(message: Message): void {
    const hasFocus = document.activeElement === field.current;
    setError({ text: message.description });
    // A field that gets the focus is read out with its error; one that has it already is not.
    void announceFailure(message, hasFocus);
  }

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const input = field.current;
    if (!input || isSending.current) return;
    setError(undefined);
    const email = input.value.trim();
    if (email === '') return fail(toasts.emailRequired);

    isSending.current = true;
    setJoining(true);
    const failure = await join(
      ({ joinThroughProcedure }) => joinThroughProcedure(email),
      () => enter(input, ''),
      input,
    );
    isSending.current = false;
    setJoining(false);
    if (failure) fail(failure);
  }

  return (
    <form method="post" action={joinPath} className="join-form" onSubmit={onSubmit}>
      <Consent id={consentId} words={words} />
      <div className="join-field">
        <label className="visually-hidden" htmlFor={fieldId}>
          {words.emailLabel}
        </label>
        <EmailInput
          ref={field}
          id={fieldId}
          placeholder={words.emailPlaceholder}
          aria-required="true"
          disabled={isJoining}
          onInput={() => setError(undefined)}
          {...describedByError(fieldId, error?.text)}
        />
        <button
          ref={button}
          type="submit"
          className="button button-join"
          aria-describedby={consentId}
          aria-disabled={isJoining || undefined}
        >
          {isJoining ? words.joining : words.join}
        </button>
      </div>
      <MeantAddress field={field} />
      <FieldError fieldId={fieldId} error={error?.text} />
    </form>
  );
}
