import { type Field, positionOf, setFieldValue } from './fields.ts';

interface Selection {
  start: number;
  end: number;
}

/** What is selected in a field; undefined in a field that does not tell, such as one for an email. */
function selectionIn(element: Element | null): Selection | undefined {
  if (!(element instanceof HTMLInputElement) || element.selectionStart === null) return undefined;
  return { start: element.selectionStart, end: element.selectionEnd ?? element.selectionStart };
}

/**
 * Remembers what a visitor has done in an island: the values of its fields, what is unfolded, the focus and what is selected.
 * @returns a function that restores all of it, if the island has been drawn again
 */
export function rememberInput(island: HTMLElement): () => void {
  const fields = [...island.querySelectorAll<Field>('input, select, textarea')].map((field) => ({
    find: positionOf(island, field),
    value: field.value,
  }));
  const unfolded = [...island.querySelectorAll('details[open]')].map((details) =>
    positionOf(island, details),
  );
  const { activeElement } = document;
  const hasFocus = activeElement !== null && island.contains(activeElement);
  const findFocused = hasFocus ? positionOf(island, activeElement) : undefined;
  const selection = selectionIn(activeElement);
  const [first] = island.children;

  return () => {
    const isDrawnAnew = first?.isConnected === false;
    if (!isDrawnAnew) return;
    for (const details of unfolded) details()?.setAttribute('open', '');
    for (const { find, value } of fields) {
      const field = find() as Field | null;
      if (field && field.value !== value) setFieldValue(field, value);
    }
    const focused = findFocused?.();
    focused?.focus({ preventScroll: true });
    if (selection && focused instanceof HTMLInputElement)
      focused.setSelectionRange(selection.start, selection.end);
  };
}
