import type { ComponentProps, ReactNode } from 'react';

interface FieldProps {
  id: string;
  label: string;
  /** A sentence that says what to do, shown with the field and read out when it appears. */
  error?: string | undefined;
  children: ReactNode;
}

const errorIdOf = (fieldId: string) => `${fieldId}-error`;

/** The ARIA attributes that link a control to its error text: to be spread on the control of a Field. */
export function describedByError(fieldId: string, error: string | undefined) {
  return error ? { 'aria-invalid': true as const, 'aria-describedby': errorIdOf(fieldId) } : {};
}

/** Label, control, error: in this order, wired by ids. */
export function Field({ id, label, error, children }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      {children}
      <FieldError fieldId={id} error={error} />
    </div>
  );
}

export function FieldError({ fieldId, error }: { fieldId: string; error?: string | undefined }) {
  if (!error) return null;
  return (
    <p id={errorIdOf(fieldId)} role="alert" className="field-error">
      {error}
    </p>
  );
}

/** RFC 5321, 4.5.3.1.3 with RFC 3696, erratum 1690: no address is longer. */
const maxEmailLength = 254;

/** The email field, the same in every form. */
export function EmailInput(props: ComponentProps<'input'>) {
  return (
    <input
      type="email"
      name="email"
      autoComplete="email"
      inputMode="email"
      spellCheck={false}
      maxLength={maxEmailLength}
      {...props}
    />
  );
}

interface ConsentProps {
  /** Of the paragraph, for the `aria-describedby` of the button under it. */
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
      <a className="link" href="/privacy">
        {words.privacyLink}
      </a>
    </p>
  );
}
