/** Has screen readers announce a text through the own day's live region, which is not visible. */
export function announce(text: string): void {
  const status = document.querySelector('.own-day [role=status]');
  if (status) status.textContent = text;
}
