import { whenIdle } from '../../../moments.ts';
import { begin } from './begin.ts';
import { offerMarkedLetters } from './marked-letters.ts';
import { nearMargin } from './near.ts';
import { rehearsal } from './rehearsal.ts';
import { ownDayView } from './view.ts';

/** Loads the part to try when it is near the viewport. A file that failed is requested again when the visitor comes back. */
function watchTrying(place: Element): void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      import('./trying/trying.tsx').then(
        ({ showTrying }) => showTrying(place),
        () => observer.observe(place),
      );
    },
    { rootMargin: nearMargin },
  );
  observer.observe(place);
}

/** Starts the parts of the landing page that are computed in the visitor's browser. */
export function loadOwnDay(): void {
  const hero = document.querySelector('.hero-arc');
  const section = document.querySelector<HTMLElement>('.own-day');
  if (hero && section) {
    offerMarkedLetters();
    for (const step of rehearsal) whenIdle(step);
    whenIdle(() => {
      const view = ownDayView(section);
      whenIdle(() => begin(hero, view));
    });
  }
  const trying = document.querySelector('.try-day');
  if (trying) watchTrying(trying);
}
