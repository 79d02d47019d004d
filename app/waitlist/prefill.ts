import { setFieldValue } from '../islands/fields.ts';
import { handlesOf, selectorOf } from '../ui/handles.ts';

/**
 * The field that prefills the dialog: the hero's or the blog's. A page has at most one. It may be filled by the visitor, by the
 * browser that restores it, or by a password manager.
 */
const prefillField = () =>
  document.querySelector<HTMLInputElement>(`${selectorOf('prefill')} input[type="email"]`);

export const isPrefillForm = (form: HTMLFormElement): boolean => 'prefill' in handlesOf(form);

/** What the field holds now; empty on a page without one. */
export const prefilledEmail = (): string => prefillField()?.value ?? '';

/** Empties the field: after a join nothing is left to send twice. */
export function clearPrefill(): void {
  const field = prefillField();
  if (field) setFieldValue(field, '');
}

/** Calls back with what the field holds after each change of it. A password manager may fire `change` alone. */
export function onPrefillChange(listener: (email: string) => void): void {
  const onChange = ({ target }: Event) => {
    if (target === prefillField()) listener(prefilledEmail());
  };
  addEventListener('input', onChange);
  addEventListener('change', onChange);
}
