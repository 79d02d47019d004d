import { afterNextFrame } from '../moments.ts';

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
  /** Takes the card away. Returns what was done in it; undefined when the visitor has closed it. */
  end(): EarlyState | undefined;
}

/**
 * Makes everything outside the card inert, with the browser's own Escape and ring of Tab. It has the style of the whole page
 * computed anew, which a slow processor takes a quarter of a second for: nobody waits for it to see the card.
 */
function makeModal(card: HTMLDialogElement): void {
  if (!card.open || !card.isConnected) return;
  // Not `close()`, which would be heard.
  card.open = false;
  card.showModal();
}

/**
 * Shows the waitlist dialog's likeness (early-dialog.tsx) at the press, while React and the dialog are on their way. It is
 * modal from the frame after the one that shows it.
 * @param opener what was pressed: it has the focus again when the visitor closes the card. `showModal` after `show` would give
 * it back to the card's own field.
 * @param address what its field begins with
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
  // The browser's own Escape begins with `showModal`.
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
    end() {
      if (!card.open) return undefined;
      const state = { typed: field?.value ?? '', focused: document.activeElement?.id ?? '', pressed };
      // Not `close()`: its event says that the visitor did it.
      card.remove();
      return state;
    },
  };
}
