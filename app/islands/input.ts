/** A field of a form. */
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Sets a field as if the visitor had done it: React, which replaces an element's own setter, hears of it. */
export function enter(field: Field, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * Describes where an element stands in an island, in a way that holds after React has drawn the island anew.
 * @returns a function that finds the element that stands there then
 */
export function placeOf(island: HTMLElement, element: Element): () => HTMLElement | null {
  const { id, localName, className } = element;
  if (id !== '') return () => document.getElementById(id);
  // Elements that others have put into the page have other names or other classes than ours.
  const ours = () =>
    [...island.querySelectorAll<HTMLElement>(localName)].filter((one) => one.className === className);
  const index = ours().indexOf(element as HTMLElement);
  return () => ours()[index] ?? null;
}

interface Selection {
  start: number;
  end: number;
}

/** What is selected in a field; undefined in one that does not tell, such as an email field. */
function selectionIn(element: Element | null): Selection | undefined {
  if (!(element instanceof HTMLInputElement) || element.selectionStart === null) return undefined;
  return { start: element.selectionStart, end: element.selectionEnd ?? element.selectionStart };
}

/**
 * Remembers what a visitor has done in an island: the values of its fields, what is unfolded, the focus and what is selected.
 * @returns a function that does it again if the island has been drawn anew meanwhile
 */
export function rememberInput(island: HTMLElement): () => void {
  const fields = [...island.querySelectorAll<Field>('input, select, textarea')].map((field) => ({
    find: placeOf(island, field),
    value: field.value,
  }));
  const unfolded = [...island.querySelectorAll('details[open]')].map((details) => placeOf(island, details));
  const { activeElement } = document;
  const hasFocus = activeElement !== null && island.contains(activeElement);
  const findFocused = hasFocus ? placeOf(island, activeElement) : undefined;
  const selection = selectionIn(activeElement);
  const [first] = island.children;

  return () => {
    const isDrawnAnew = first?.isConnected === false;
    if (!isDrawnAnew) return;
    for (const details of unfolded) details()?.setAttribute('open', '');
    for (const { find, value } of fields) {
      const field = find() as Field | null;
      if (field && field.value !== value) enter(field, value);
    }
    const focused = findFocused?.();
    focused?.focus({ preventScroll: true });
    if (selection && focused instanceof HTMLInputElement)
      focused.setSelectionRange(selection.start, selection.end);
  };
}
