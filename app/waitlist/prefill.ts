/**
 * The address that the hero field or the blog field holds for the dialog: passed on opening, and again on every
 * change while the dialog is open (docs/specification.md#joining). One for the page.
 */
type Listener = (email: string) => void;

let field: HTMLInputElement | undefined;
const listeners = new Set<Listener>();

/** Names the field that feeds the dialog and tells the open dialog what it holds now. */
export function feedFrom(input: HTMLInputElement): void {
  field = input;
  for (const listener of listeners) listener(input.value);
}

/** What the feeding field holds now; empty when no field has been touched. */
export const prefilledEmail = (): string => field?.value ?? '';

/** Calls back on every change of the feeding field. Returns the way to stop. */
export function onPrefillChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Empties the feeding field: after a join nothing is left to send twice. */
export function clearPrefill(): void {
  if (field) field.value = '';
}
