import { nearMargin } from './near-margin.ts';

/** Loads the part to try when it is near the viewport. A file that failed is requested again when the visitor comes back. */
export function watchTrying(place: Element): void {
  let mayLoad = true;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) {
        mayLoad = true;
        return;
      }
      if (!mayLoad) return;
      observer.disconnect();
      import('./planner/planner.tsx').then(
        ({ showTrying }) => {
          place.removeAttribute('data-lost');
          showTrying(place);
        },
        () => {
          // Its place is given up until then.
          place.setAttribute('data-lost', '');
          // `observe` reports at once where the place is. While it is near, that would be a request after each failure.
          mayLoad = false;
          observer.observe(place);
        },
      );
    },
    { rootMargin: nearMargin },
  );
  observer.observe(place);
}
