/** Where the page's one waitlist dialog begins: who is given the focus back, and what stood in its early card. */
export interface DialogBeginning {
  /** The control that asked for it. Safari on a Mac does not focus a pressed button, so nobody else knows it. */
  opener: HTMLElement;
  /** What was typed into the early card (early-card.ts); undefined where none was shown. */
  typed: string | undefined;
}

let isOpen = false;
let beginning: DialogBeginning | undefined;
const listeners = new Set<() => void>();

function change(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

export function openDialog(begun: DialogBeginning): void {
  beginning = begun;
  change(true);
}

export const closeDialog = (): void => change(false);
export const isDialogOpen = (): boolean => isOpen;
export const focusOpener = (): void => beginning?.opener.focus();
export const typedEarly = (): string | undefined => beginning?.typed;

export function onDialogChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
