import { findByHandle, handlesOf } from '../ui/handles.ts';

/** Turns the bar at the top of the page into a floating pill after 100 px of scroll, and back (docs/specification.md#times). */
export function followScroll(): void {
  const bar = findByHandle('pill');
  if (!bar) return;
  const shown = handlesOf(bar);
  const follow = () => {
    const pill = `${scrollY > 100}` as const;
    if (shown.pill !== pill) shown.pill = pill;
  };
  follow();
  addEventListener('scroll', follow);
}
