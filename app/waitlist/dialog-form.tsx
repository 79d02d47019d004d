import { type ReactNode, useEffect, useRef, useState } from 'react';
import { waitlistDialog as words } from '../../content/messages.ts';
import { joinPath, privacyPath } from '../../content/paths.ts';
import { toasts } from '../../content/toasts.ts';
import { LoadingArc } from '../drawings/logo.tsx';
import { setFieldValue } from '../islands/fields.ts';
import {
  ConsentLines,
  describedByError,
  EmailInput,
  type ErrorBesideField,
  FieldError,
} from '../ui/field.tsx';
import { closeDialog, dialogElement, dialogId, emailId, openedBy } from './dialog.ts';
import { join, prepareJoin, showFailure } from './join.ts';
import { MeantAddress } from './meant-address.tsx';
import { clearPrefill, prefilledEmail } from './prefill.ts';
import { SourceSelect, sourceId } from './source-select.tsx';
import { useJoinForm } from './use-join-form.ts';

const consentId = `${dialogId}-consent`;

interface FieldProps {
  id: string;
  label: string;
  error: ErrorBesideField | undefined;
  children: ReactNode;
}

function Field({ id, label, error, children }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      <FieldError fieldId={id} error={error} />
    </div>
  );
}

/**
 * The form of the waitlist dialog: an email, a source, one button (docs/specification.md#joining). It outlives a closed dialog,
 * so that the answer to a join still reaches the visitor. Meanwhile the visitor may have opened it again with another address.
 * The email's field is uncontrolled, so that it holds what the visitor typed, whenever React comes.
 */
export function DialogForm() {
  const { isJoining, needsJoiningStatus, button, errorOf, clearError, clearErrorOf, fail, send, onSubmit } =
    useJoinForm();
  const [source, setSource] = useState('');
  const email = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // Loaded now, it need not be loaded when the form is sent. If it does not come, it is asked for again then.
    prepareJoin().catch(() => {});
    const dialog = dialogElement();
    dialog?.addEventListener('close', clearError);
    return () => dialog?.removeEventListener('close', clearError);
  }, [clearError]);

  async function submit(): Promise<void> {
    const input = email.current;
    if (!input) return;
    // The browser itself removes only the white space of ASCII.
    const address = input.value.trim();
    if (address === '') return fail(emailId, toasts.emailRequired, { isAboutField: true });
    if (source === '') return fail(sourceId, toasts.sourceRequired, { isAboutField: true });

    const typed = input.value;
    const prefilled = prefilledEmail();
    const isStillShown = () => input.value === typed;
    function onJoined(): void {
      if (input && isStillShown()) {
        setFieldValue(input, '');
        setSource('');
        closeDialog();
      }
      if (prefilledEmail() === prefilled) clearPrefill();
    }
    const joinedBy = openedBy() ?? input;
    const failure = await send(() =>
      join({
        call: ({ joinThroughFunction }) => joinThroughFunction({ email: address, source }),
        onJoined,
        joinedBy,
      }),
    );
    if (!failure) return;
    const isInSight = dialogElement()?.open === true && isStillShown();
    if (isInSight) fail(emailId, failure, { isAboutField: failure.isAboutAddress });
    else void showFailure(failure);
  }

  return (
    <form method="post" action={joinPath} onSubmit={onSubmit(submit)} aria-busy={isJoining || undefined}>
      <Field id={emailId} label={words.emailLabel} error={errorOf(emailId)}>
        <EmailInput
          ref={email}
          id={emailId}
          className="control"
          placeholder={words.emailPlaceholder}
          aria-required="true"
          disabled={isJoining}
          onInput={() => clearErrorOf(emailId)}
          {...describedByError(emailId, errorOf(emailId))}
        />
        <MeantAddress field={email} />
      </Field>
      <Field id={sourceId} label={words.sourceLabel} error={errorOf(sourceId)}>
        <SourceSelect
          value={source}
          onValueChange={(chosen) => {
            setSource(chosen);
            clearErrorOf(sourceId);
          }}
          disabled={isJoining}
          error={errorOf(sourceId)}
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
      <p role="status" className="visually-hidden">
        {needsJoiningStatus && words.joining}
      </p>
      {/* After the button, so that Tab leads from the source to the button. */}
      <p className="muted dialog-privacy">
        <a className="link tall" href={privacyPath}>
          {words.privacyLink}
        </a>
      </p>
    </form>
  );
}
