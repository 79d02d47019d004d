import type { ComponentProps } from 'react';
import { failedToast } from '../../content/failed-toast.ts';
import { privacyPath } from '../../content/paths.ts';

const errorIdOf = (fieldId: string) => `${fieldId}-error`;

/**
 * The ARIA attributes that link a control to its error text: to be spread on the control. A join that failed for another reason
 * does not make what is in the field wrong.
 */
export function describedByError(fieldId: string, error: string | undefined) {
  if (!error) return {};
  const describedBy = { 'aria-describedby': errorIdOf(fieldId) };
  return error === failedToast.description ? describedBy : { 'aria-invalid': true as const, ...describedBy };
}

/** A sentence that says what to do. It is read out with the field, as its description, when the field gets the focus. */
export function FieldError({ fieldId, error }: { fieldId: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={errorIdOf(fieldId)} className="field-error">
      {error}
    </p>
  );
}

/** The email field, the same in every form. No address is longer: RFC 5321, 4.5.3.1.3 with RFC 3696, erratum 1690. */
export function EmailInput(props: ComponentProps<'input'>) {
  return (
    <input
      type="email"
      name="email"
      autoComplete="email"
      inputMode="email"
      spellCheck={false}
      maxLength={254}
      {...props}
    />
  );
}

interface ConsentProps {
  /** The id of the paragraph, for the `aria-describedby` of the button under it. */
  id: string;
  words: { consent: readonly string[]; privacyLink: string };
  className?: string;
}

/** What a visitor agrees to, a line each. */
export function ConsentLines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <span key={line} className="consent-line">
      {`${line} `}
    </span>
  ));
}

/** What a visitor agrees to by pressing the button under it, above the field of a form within a page. */
export function Consent({ id, words, className = 'consent' }: ConsentProps) {
  return (
    <p id={id} className={className}>
      <ConsentLines lines={words.consent} />
      <a className="link" href={privacyPath}>
        {words.privacyLink}
      </a>
    </p>
  );
}
