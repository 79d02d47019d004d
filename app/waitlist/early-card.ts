import { afterNextFrame } from '../idle.ts';

/** What the visitor had done in the early card when the dialog took its place. */
export interface EarlyState {
  typed: string;
  /** The id of the control that had the focus. */
  focused: string;
  /** The id of the button that was pressed, for the dialog to answer. */
  pressed: string | undefined;
}

export interface EarlyCard {
  /** False as soon as the visitor has closed it. */
  readonly isOpen: boolean;
  /** Removes the card. Returns what was done in it; undefined if the visitor has closed it. */
  remove(): EarlyState | undefined;
}

/**
 * Makes everything outside the card inert, with the browser's own handling of Escape and Tab. This recomputes the style of
 * the whole page, which takes a slow processor a quarter of a second, so the card is shown first.
 */
function makeModal(card: HTMLDialogElement): void {
  if (!card.open || !card.isConnected) return;
  // Not `close()`, which would fire the `close` event.
  card.open = false;
  card.showModal();
}

/**
 * Shows the early card (early-dialog.tsx) at the press, while React and the dialog are loading. It is modal from the frame
 * after the one that shows it.
 * @param opener what was pressed: it gets the focus back when the visitor closes the card. After `show` and `showModal` the
 * browser would return it to the card's own field.
 * @param address the initial value of its field
 */
export function showEarlyCard(opener: HTMLElement, address: string): EarlyCard | undefined {
  const template = document.querySelector<HTMLTemplateElement>('#early-dialog');
  const card = template?.content.querySelector('dialog')?.cloneNode(true);
  if (!(card instanceof HTMLDialogElement)) return undefined;
  const field = card.querySelector('input');
  let pressed: string | undefined;
  card.addEventListener('submit', (event) => {
    event.preventDefault();
    pressed = event.submitter?.id;
  });
  card.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button?.matches('.dialog-close')) card.close();
    else if (button?.matches('.select-trigger')) pressed = button.id;
  });
  // The browser handles Escape itself only after `showModal`.
  card.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    card.close();
  });
  card.addEventListener('close', () => {
    card.remove();
    opener.focus();
  });
  document.body.append(card);
  card.show();
  afterNextFrame(() => makeModal(card));
  if (field) field.value = address;
  return {
    get isOpen() {
      return card.open;
    },
    remove() {
      if (!card.open) return undefined;
      const state = { typed: field?.value ?? '', focused: document.activeElement?.id ?? '', pressed };
      // Not `close()`: its event means that the visitor closed the card.
      card.remove();
      return state;
    },
  };
}
