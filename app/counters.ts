/** From 0 to the target over two seconds, once 30% is visible (docs/specification.md#times). */
const duration = 2_000;
const threshold = 0.3;

/** A figure is drawn this often, in milliseconds: each time costs a slow processor what a frame does. */
const step = 100;

const easeOut = (share: number) => 1 - (1 - share) ** 3;

function countUp({ dataset, firstElementChild: shown }: HTMLElement): void {
  const { final = '' } = dataset;
  if (!shown) return;
  const start = performance.now();
  const count = () => {
    const share = Math.min((performance.now() - start) / duration, 1);
    const figure = final.replace(/\d+/, (target) => String(Math.round(Number(target) * easeOut(share))));
    if (shown.textContent !== figure) shown.textContent = figure;
    if (share < 1) setTimeout(count, step);
  };
  count();
}

/** Lets every figure of the page (app/ui/counter.tsx) count up once, when it is first seen; never for readers of reduced motion. */
export function countWhenSeen(): void {
  const counters = document.querySelectorAll('.counter');
  if (counters.length === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
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
  for (const counter of counters) observer.observe(counter);
}
