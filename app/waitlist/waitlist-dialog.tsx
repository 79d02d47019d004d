import { Dialog } from 'radix-ui';
import { type FormEvent, useEffect, useRef } from 'react';
import { waitlistDialog as words } from '../../content/messages.ts';
import { waitlistSources } from '../../content/site.ts';
import { LoadingArc } from '../drawings/logo.tsx';
import { ConsentLines, describedByError, EmailInput, Field } from '../ui/field.tsx';
import { CloseCross } from '../ui/icons.tsx';
import { Select } from '../ui/select.tsx';
import { controlIds } from './control-ids.ts';
import { closeDialog, focusOpener, typedEarly } from './dialog-state.ts';
import { useDialogJoin } from './use-dialog-join.ts';

const { email: emailId, source: sourceId, consent: consentId, join: joinId } = controlIds;

function keepOpenUnderToasts(event: Event): void {
  const target = event.target;
  if (target instanceof Element && target.closest('[data-sonner-toaster]')) event.preventDefault();
}

/** The page's one waitlist dialog: an email, a source, one button. */
export function WaitlistDialog() {
  const { isOpen, email, setEmail, source, setSource, error, isJoining, join } = useDialogJoin();
  // A dialog that takes its early card's place does not rise: it is already on screen.
  const isEarly = typedEarly() !== undefined || undefined;
  const emailField = useRef<HTMLInputElement>(null);
  const sourceField = useRef<HTMLButtonElement>(null);
  const errorOf = (field: 'email' | 'source') => (error?.field === field ? error.text : undefined);

  useEffect(() => {
    if (error) (error.field === 'email' ? emailField : sourceField).current?.focus();
  }, [error]);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void join();
  }

  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && closeDialog()}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-overlay" data-early={isEarly} />
        <Dialog.Content
          className="dialog-card"
          data-early={isEarly}
          onInteractOutside={keepOpenUnderToasts}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusOpener();
          }}
        >
          <Dialog.Title>{words.title}</Dialog.Title>
          <Dialog.Description className="dialog-description">{words.description}</Dialog.Description>
          <form onSubmit={onSubmit} aria-busy={isJoining}>
            <Field id={emailId} label={words.emailLabel} error={errorOf('email')}>
              <EmailInput
                ref={emailField}
                id={emailId}
                className="control"
                placeholder={words.emailPlaceholder}
                value={email}
                onChange={(event) => setEmail(event.target.value)}
                disabled={isJoining}
                {...describedByError(emailId, errorOf('email'))}
              />
            </Field>
            <Field id={sourceId} label={words.sourceLabel} error={errorOf('source')}>
              <Select
                ref={sourceField}
                id={sourceId}
                options={waitlistSources}
                value={source}
                onChange={setSource}
                placeholder={words.sourcePlaceholder}
                disabled={isJoining}
                error={errorOf('source')}
              />
            </Field>
            <p id={consentId} className="consent">
              <ConsentLines lines={words.consent} />
            </p>
            <button
              id={joinId}
              type="submit"
              className="button button-primary"
              aria-describedby={consentId}
              disabled={isJoining}
            >
              {isJoining && <LoadingArc />}
              {isJoining ? words.joining : words.join}
            </button>
            {/* After the button, so that Tab leads from the source to the button. */}
            <p className="dialog-privacy">
              <a className="link" href="/privacy">
                {words.privacyLink}
              </a>
            </p>
          </form>
          <Dialog.Close className="dialog-close" aria-label={words.close}>
            <CloseCross />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
