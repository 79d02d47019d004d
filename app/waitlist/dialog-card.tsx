import type { ComponentProps, ElementType, FormEvent, ReactNode } from 'react';
import { waitlistDialog as words } from '../../content/messages.ts';
import { LoadingArc } from '../drawings/logo.tsx';
import { CloseCross, SelectArrow } from '../ui/buttons.tsx';
import { ConsentLines, EmailInput, FieldError } from '../ui/field.tsx';

/** The ids of the controls, in the early dialog too, so that the dialog can continue where it was. */
export const controlIds = {
  email: 'waitlist-email',
  source: 'waitlist-source',
  consent: 'waitlist-consent',
  join: 'waitlist-join',
} as const;

const labels = { email: words.emailLabel, source: words.sourceLabel };
export type DialogField = keyof typeof labels;

interface DialogCardProps {
  /** Its title, description and closing button: Radix's parts where React answers them. */
  parts?: { Title: ElementType; Description: ElementType; Close: ElementType };
  /** What the email's input does. */
  email?: ComponentProps<'input'>;
  /** The control that chooses a source. */
  source: ReactNode;
  error?: { field: DialogField; text: string } | undefined;
  isJoining?: boolean;
  onSubmit?: (event: FormEvent) => void;
}

const plainParts = { Title: 'h2', Description: 'p', Close: 'button' } as const;

/** What the waitlist dialog shows: an email, a source, one button. The early dialog and the dialog are both made of it. */
export function DialogCard({
  parts: { Title, Description, Close } = plainParts,
  email,
  source,
  error,
  isJoining = false,
  onSubmit,
}: DialogCardProps) {
  const field = (name: DialogField, control: ReactNode) => (
    <div className="field">
      <label htmlFor={controlIds[name]}>{labels[name]}</label>
      {control}
      <FieldError fieldId={controlIds[name]} error={error?.field === name ? error.text : undefined} />
    </div>
  );
  return (
    <>
      <Title>{words.title}</Title>
      <Description className="muted dialog-description">{words.description}</Description>
      <form noValidate={!onSubmit} onSubmit={onSubmit} aria-busy={isJoining || undefined}>
        {field(
          'email',
          <EmailInput
            id={controlIds.email}
            className="control"
            placeholder={words.emailPlaceholder}
            {...email}
          />,
        )}
        {field('source', source)}
        <p id={controlIds.consent} className="muted consent">
          <ConsentLines lines={words.consent} />
        </p>
        <button
          id={controlIds.join}
          type="submit"
          className="button button-primary"
          aria-describedby={controlIds.consent}
          disabled={isJoining}
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
      <Close type="button" className="dialog-close" aria-label={words.close}>
        <CloseCross />
      </Close>
    </>
  );
}

/**
 * The dialog without React, in every page: it is shown at the press (triggers.ts), and the dialog itself (waitlist-dialog.tsx)
 * takes its place with all that was done in it. A journey checks that nothing moves then.
 */
export function EarlyDialogTemplate() {
  return (
    <template id="early-dialog">
      <dialog className="dialog-card early-dialog" aria-label={words.title}>
        <DialogCard
          source={
            <button
              id={controlIds.source}
              type="button"
              role="combobox"
              aria-expanded="false"
              aria-haspopup="listbox"
              data-placeholder=""
              className="control select-trigger"
            >
              <span>{words.sourcePlaceholder}</span>
              <SelectArrow />
            </button>
          }
        />
      </dialog>
    </template>
  );
}
