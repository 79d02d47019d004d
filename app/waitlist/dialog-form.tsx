import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { waitlistDialog as words } from '../../content/messages.ts';
import { joinPath } from '../../content/paths.ts';
import { toasts } from '../../content/toasts.ts';
import { LoadingArc } from '../drawings/logo.tsx';
import { enter } from '../islands/fields.ts';
import { ConsentLines, describedByError, EmailInput, FieldError } from '../ui/field.tsx';
import { closeDialog, dialogElement, dialogId, emailId, opener } from './dialog.ts';
import { announceFailure, join, type Message, prepareJoin } from './join.ts';
import { MeantAddress } from './meant-address.tsx';
import { clearPrefill, prefilledEmail } from './prefill.ts';
import { SourceSelect, sourceId } from './source-select.tsx';

const ids = { email: emailId, source: sourceId } as const;
const consentId = `${dialogId}-consent`;

type FieldName = keyof typeof ids;

interface FieldProps {
  name: FieldName;
  label: string;
  error: string | undefined;
  children: ReactNode;
}

function Field({ name, label, error, children }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={ids[name]}>{label}</label>
      {children}
      <FieldError fieldId={ids[name]} error={error} />
    </div>
  );
}

/**
 * The form of the waitlist dialog: an email, a source, one button (docs/specification.md#joining). It outlives a closed dialog, so
 * that the answer to a join still reaches the visitor, who may meanwhile have opened it again with another address. The
 * email's field is uncontrolled, so that it holds what the visitor typed, whenever React comes.
 */
export function DialogForm() {
  const [source, setSource] = useState('');
  const [error, setError] = useState<{ field: FieldName; text: string }>();
  const [isJoining, setJoining] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** The state changes only with the next rendering, and a form can be sent twice before that. */
  const isSending = useRef(false);

  useEffect(() => {
    // Loaded now, it need not be loaded when the form is sent. If it does not come, it is asked for again then.
    prepareJoin().catch(() => {});
    const forgetError = () => setError(undefined);
    const dialog = dialogElement();
    dialog?.addEventListener('close', forgetError);
    return () => dialog?.removeEventListener('close', forgetError);
  }, []);
  useLayoutEffect(() => {
    if (error) document.getElementById(ids[error.field])?.focus();
  }, [error]);

  // The fields are disabled now and lose the focus. The button has it instead, and its name says what happens.
  // A layout effect moves the focus before the rest of the change is read out.
  useLayoutEffect(() => {
    if (isJoining) button.current?.focus();
  }, [isJoining]);

  function fail(field: FieldName, message: Message): void {
    const hasFocus = document.activeElement?.id === ids[field];
    setError({ field, text: message.description });
    // A field that gets the focus is read out with its error; one that has it already is not.
    void announceFailure(message, hasFocus);
  }

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const input = email.current;
    if (!input || isSending.current) return;
    // The browser itself removes none but ASCII's white space.
    const address = input.value.trim();
    if (address === '') return fail('email', toasts.emailRequired);
    if (source === '') return fail('source', toasts.sourceRequired);

    setError(undefined);
    setJoining(true);
    isSending.current = true;
    const typed = input.value;
    const prefilled = prefilledEmail();
    const isStillShown = () => input.value === typed;
    const openedBy = opener ?? input;
    const failure = await join(
      ({ joinThroughFunction }) => joinThroughFunction(address, source),
      () => {
        if (isStillShown()) {
          enter(input, '');
          setSource('');
          closeDialog();
        }
        if (prefilledEmail() === prefilled) clearPrefill();
      },
      openedBy,
    );
    isSending.current = false;
    setJoining(false);
    if (!failure) return;
    const isShown = dialogElement()?.open === true && isStillShown();
    if (isShown) fail('email', failure);
    else void announceFailure(failure);
  }

  const errorOf = (field: FieldName) => (error?.field === field ? error.text : undefined);
  return (
    <form method="post" action={joinPath} onSubmit={onSubmit} aria-busy={isJoining || undefined}>
      <Field name="email" label={words.emailLabel} error={errorOf('email')}>
        <EmailInput
          ref={email}
          id={emailId}
          className="control"
          placeholder={words.emailPlaceholder}
          aria-required="true"
          disabled={isJoining}
          onInput={() => setError(undefined)}
          {...describedByError(emailId, errorOf('email'))}
        />
        <MeantAddress field={email} />
      </Field>
      <Field name="source" label={words.sourceLabel} error={errorOf('source')}>
        <SourceSelect
          value={source}
          onValueChange={(chosen) => {
            setSource(chosen);
            setError(undefined);
          }}
          disabled={isJoining}
          error={errorOf('source')}
        />
      </Field>
      <p id={consentId} className="muted consent">
        <ConsentLines lines={words.consent} />
      </p>
      <button
        ref={button}
        id={`${dialogId}-join`}
        type="submit"
        className="button button-primary"
        aria-describedby={consentId}
        aria-disabled={isJoining || undefined}
      >
        {isJoining && <LoadingArc />}
        <span>{isJoining ? words.joining : words.join}</span>
      </button>
      {/* After the button, so that Tab leads from the source to the button. */}
      <p className="muted dialog-privacy">
        <a className="link tall" href="/privacy">
          {words.privacyLink}
        </a>
      </p>
    </form>
  );
}
