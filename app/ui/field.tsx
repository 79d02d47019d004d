import type { ReactNode } from 'react';

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
