/**
 * The email address in the hero's or the blog's field, for the dialog: passed on when it opens, and again on every
 * change while it is open (docs/specification.md#joining). One for the page.
 */
type Listener = (email: string) => void;

let field: HTMLInputElement | undefined;
const listeners = new Set<Listener>();

/** Sets the field that prefills the dialog and passes on its current value. */
export function setPrefillField(input: HTMLInputElement): void {
  field = input;
  for (const listener of listeners) listener(input.value);
}

/** The current value of that field; empty when no field has been touched. */
export const prefilledEmail = (): string => field?.value ?? '';

/** Calls back on every change of that field. Returns a function that unsubscribes. */
export function onPrefillChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Empties that field: after a join nothing is left to send twice. */
export function clearPrefill(): void {
  if (field) field.value = '';
}
