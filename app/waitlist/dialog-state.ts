/** How the page's one waitlist dialog was opened: what gets the focus back, and what was typed into its early card. */
export interface OpenDialogOptions {
  /** The control that opened it. Safari on a Mac does not focus a pressed button, so it can be found nowhere else. */
  opener: HTMLElement;
  /** What was typed into the early card (early-card.ts); undefined where none was shown. */
  typed: string | undefined;
}

let isOpen = false;
let openedWith: OpenDialogOptions | undefined;
const listeners = new Set<() => void>();

function change(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

export function openDialog(options: OpenDialogOptions): void {
  openedWith = options;
  change(true);
}

export const closeDialog = (): void => change(false);
export const isDialogOpen = (): boolean => isOpen;
export const focusOpener = (): void => openedWith?.opener.focus();
export const typedEarly = (): string | undefined => openedWith?.typed;

export function onDialogChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
