import type { Page } from '@playwright/test';

/** Resolves when nothing on the page has moved for five frames. */
export function untilStill(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const places = () =>
      [...document.body.querySelectorAll('*')]
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return `${x} ${y} ${width} ${height}`;
        })
        .join();
    let still = 0;
    for (let last = places(); still < 5; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = places();
      still = now === last ? still + 1 : 0;
      last = now;
    }
  });
}
