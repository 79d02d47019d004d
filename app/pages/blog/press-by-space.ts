/**
 * Lets the space bar press Read Article, which is a link with the role of a button (blog.tsx). It runs before React has loaded:
 * the browser would scroll the page, and the click is held back like any other.
 */
export function pressBySpace(): void {
  addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (key !== ' ' || !(target instanceof HTMLAnchorElement)) return;
    if (target.getAttribute('role') !== 'button') return;
    event.preventDefault();
    target.click();
  });
}
