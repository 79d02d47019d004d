/** The bar becomes a floating pill after 100 px of scroll (docs/specification.md#times). */
const pillAfter = 100;

/** Turns the bar at the top of the page into a pill and back as the page scrolls. */
export function followScroll(): void {
  const bar = document.querySelector<HTMLElement>('.site-header');
  if (!bar) return;
  const follow = () => {
    const pill = String(scrollY > pillAfter);
    if (bar.dataset.pill !== pill) bar.dataset.pill = pill;
  };
  follow();
  addEventListener('scroll', follow, { passive: true });
}
