import type { ReactNode } from 'react';

interface FieldProps {
  id: string;
  label: string;
  /** A sentence that says what to do; it stands beside the field and is read out when it appears. */
  error?: string | undefined;
  children: ReactNode;
}

const errorIdOf = (fieldId: string) => `${fieldId}-error`;

/** What ties a control to its error text, in one place: spread it on the control of a Field. */
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
