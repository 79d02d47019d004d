/** Reads something out, in the page's one region for it, and shows it nowhere. */
export function say(text: string): void {
  const status = document.querySelector('.own-day [role=status]');
  if (status) status.textContent = text;
}
