import { whenIdle } from '../../../moments.ts';
import { begin } from './begin.ts';
import { offerMarkedLetters } from './marked-letters.ts';
import { near } from './near.ts';
import { rehearsal } from './rehearsal.ts';
import { ownDayView } from './view.ts';

/** Loads the part to try when somebody comes near. A file that did not come is asked for again when they come back. */
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
    { rootMargin: near },
  );
  observer.observe(place);
}

/** Begins what the landing page works out in the visitor's browser. */
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
