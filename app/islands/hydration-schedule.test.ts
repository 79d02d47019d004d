// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { findIsland } from './find-island.ts';
import { hydrateAfterFrame, setReactLoader } from './hydration-schedule.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test('a bug in an island is reported and not taken for a lost file', async () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  const bug = new Error('A bug.');
  setReactLoader(async () => ({
    loadComponent: async () => () => null,
    untilNotInUse: async () => {},
    hydrate() {
      throw bug;
    },
  }));
  document.body.innerHTML = '<div data-island="marquee"></div>';
  const island = findIsland('marquee');
  if (island) hydrateAfterFrame(island);
  await expect.poll(() => report.mock.calls).toEqual([[bug]]);
});
