import { useRef } from 'react';
import { ctaForm as words } from '../../content/messages.ts';
import { joinPath } from '../../content/paths.ts';
import { toasts } from '../../content/toasts.ts';
import { setFieldValue } from '../islands/fields.ts';
import { Consent, describedByError, EmailInput, FieldError } from '../ui/field.tsx';
import { join } from './join.ts';
import { MeantAddress } from './meant-address.tsx';
import { useJoinForm } from './use-join-form.ts';

const fieldId = 'cta-email';
const consentId = 'cta-consent';

/**
 * The form at the foot of the landing page. Its source is always `bottomFormSource`. Without a script the browser posts it as plain
 * HTML. Its field is uncontrolled, so that it holds what the visitor typed, whenever React comes.
 */
export function BottomForm() {
  const { isJoining, needsJoiningStatus, button, errorOf, clearError, fail, send, onSubmit } = useJoinForm();
  const field = useRef<HTMLInputElement>(null);

  async function submit(): Promise<void> {
    const input = field.current;
    if (!input) return;
    const email = input.value.trim();
    if (email === '') return fail(fieldId, toasts.emailRequired, { isAboutField: true });
    const failure = await send(() =>
      join({
        call: ({ joinThroughProcedure }) => joinThroughProcedure(email),
        onJoined: () => setFieldValue(input, ''),
        joinedBy: input,
      }),
    );
    if (failure) fail(fieldId, failure, { isAboutField: failure.isAboutAddress });
  }

  return (
    <form method="post" action={joinPath} className="join-form" onSubmit={onSubmit(submit)}>
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
          onInput={clearError}
          {...describedByError(fieldId, errorOf(fieldId))}
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
      <p role="status" className="visually-hidden">
        {needsJoiningStatus && words.joining}
      </p>
      <MeantAddress field={field} />
      <FieldError fieldId={fieldId} error={errorOf(fieldId)} />
    </form>
  );
}
