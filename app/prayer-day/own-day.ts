import { whenIdle } from '../idle.ts';
import { begin } from './controller.ts';
import { ownDayView } from './view.ts';
import { warmUpSteps } from './warm-up.ts';
import { watchTrying } from './watch-planner.ts';

/** Starts the parts of the landing page that are computed in the visitor's browser. */
export function loadOwnDay(): void {
  const hero = document.querySelector('.hero-arc');
  const section = document.querySelector<HTMLElement>('.own-day');
  if (hero && section) {
    for (const step of warmUpSteps) whenIdle(step);
    whenIdle(() => {
      const view = ownDayView(section);
      whenIdle(() => begin(hero, view));
    });
  }
  const trying = document.querySelector('.try-day');
  if (trying) watchTrying(trying);
}
