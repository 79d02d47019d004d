import { handlesOf, selectorOf } from './handles.ts';

/** From 0 to the target over two seconds, once 30% is visible (docs/specification.md#times). */
const duration = 2_000;
const threshold = 0.3;

/** How many times the figure changes in that time. */
const steps = 20;

const easeOut = (share: number) => 1 - (1 - share) ** 3;

/** Every figure from 0 to the final one; each becomes a line of the strip. */
const figuresTo = (final: string): string[] =>
  Array.from({ length: steps + 1 }, (_, step) =>
    final.replace(/\d+/, (target) => String(Math.round(Number(target) * easeOut(step / steps)))),
  );

/**
 * The figures are the lines of a strip that is laid out once. The compositor moves it, so the page is neither laid out nor
 * painted again for each figure.
 */
function countUp(counter: HTMLElement): void {
  const shown = counter.firstElementChild;
  const { final = '' } = handlesOf(counter);
  if (!shown) return;
  const strip = document.createElement('span');
  strip.className = 'counter-strip';
  strip.textContent = figuresTo(final).join('\n');
  // Screen readers announce the final figure, not the strip.
  strip.setAttribute('role', 'img');
  strip.setAttribute('aria-label', final);
  shown.replaceChildren(strip);
  const last = `translateY(${(-100 * steps) / (steps + 1)}%)`;
  const run = strip.animate({ transform: ['none', last] }, { duration, easing: `steps(${steps})` });
  run.onfinish = () => shown.replaceChildren(final);
}

/** Makes every figure of the page (app/ui/text.tsx) count up once, when it is first seen; never with reduced motion. */
export function countWhenSeen(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        countUp(target as HTMLElement);
      }
    },
    { threshold },
  );
  for (const counter of document.querySelectorAll(selectorOf('final'))) observer.observe(counter);
}
