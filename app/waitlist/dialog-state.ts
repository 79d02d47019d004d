/** Whether the page's one waitlist dialog is open, and which control opened it: focus goes back there. */
let isOpen = false;
let opener: HTMLElement | undefined;
const listeners = new Set<() => void>();

function change(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

export function openDialog(): void {
  if (document.activeElement instanceof HTMLElement) opener = document.activeElement;
  change(true);
}

export const closeDialog = (): void => change(false);
export const isDialogOpen = (): boolean => isOpen;
export const focusOpener = (): void => opener?.focus();

export function onDialogChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
