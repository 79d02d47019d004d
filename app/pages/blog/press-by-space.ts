/**
 * Lets the space bar press Read Article, which is a link with the role of a button (blog.tsx). Otherwise the browser would scroll
 * the page. It needs no React: before that has loaded, the click is held back like any other (app/islands/held-back.ts).
 */
export function pressBySpace(): void {
  addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (key !== ' ' || !(target instanceof HTMLAnchorElement)) return;
    if (!target.matches('[role=button]')) return;
    event.preventDefault();
    target.click();
  });
}
