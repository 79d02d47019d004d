import type { ComponentProps } from 'react';
import { privacyPath } from '../../content/paths.ts';

const errorIdOf = (fieldId: string) => `${fieldId}-error`;

/** An error that stands beside a field. */
export interface ErrorBesideField {
  /** A sentence that says what to do. */
  text: string;
  /** Whether what is in the field is wrong. It is not where the list cannot be reached, for example. */
  isAboutField: boolean;
}

/** The ARIA attributes that link a control to its error text: to be spread on the control. */
export function describedByError(fieldId: string, error: ErrorBesideField | undefined) {
  if (!error) return {};
  const describedBy = { 'aria-describedby': errorIdOf(fieldId) };
  return error.isAboutField ? { 'aria-invalid': true as const, ...describedBy } : describedBy;
}

interface FieldErrorProps {
  fieldId: string;
  error: ErrorBesideField | undefined;
}

/** The text of an error. It is read out with the field, as its description, when the field gets the focus. */
export function FieldError({ fieldId, error }: FieldErrorProps) {
  if (!error) return null;
  return (
    <p id={errorIdOf(fieldId)} className="field-error">
      {error.text}
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
