/** A field of a form. */
export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Sets a field as if the visitor had typed it. React, which replaces an element's own setter, is told by the events. */
export function setFieldValue(field: Field, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * Remembers the position of an element in an island: its id, or which one it is of its kind.
 * @returns a function that finds the element in that position, after React has drawn the island again
 */
export function positionOf(island: HTMLElement, element: Element): () => HTMLElement | null {
  const { id, localName, className } = element;
  if (id !== '') return () => document.getElementById(id);
  // Elements that others have put into the page have other names or other classes than ours.
  const ours = () =>
    [...island.querySelectorAll<HTMLElement>(localName)].filter((one) => one.className === className);
  const index = ours().indexOf(element as HTMLElement);
  return () => ours()[index] ?? null;
}
