// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { watchTrying } from './watch-planner.ts';

const { load, showTrying } = vi.hoisted(() => ({ load: vi.fn(), showTrying: vi.fn() }));
vi.mock('./planner/planner.tsx', () => load());
afterEach(() => vi.unstubAllGlobals());

/** Stands in for the browser's observer, because happy-dom has no layout; says when a watched place is near the window. */
function observers() {
  const watching = new Map<object, IntersectionObserverCallback>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #report: IntersectionObserverCallback;
      constructor(report: IntersectionObserverCallback) {
        this.#report = report;
      }
      observe(): void {
        watching.set(this, this.#report);
      }
      disconnect(): void {
        watching.delete(this);
      }
    },
  );
  return async (isIntersecting: boolean) => {
    for (const [observer, report] of [...watching])
      report([{ isIntersecting } as IntersectionObserverEntry], observer as IntersectionObserver);
    await vi.dynamicImportSettled();
  };
}

test('a part to try that could not be loaded is asked for when the visitor comes back, not while they stay', async () => {
  load.mockRejectedValueOnce(new Error('no connection')).mockResolvedValue({ showTrying });
  const report = observers();
  const place = document.createElement('div');
  watchTrying(place);
  await report(true);
  // A browser's observe() reports at once where the place is: after the failure it is still near.
  await report(true);
  expect(load).toHaveBeenCalledTimes(1);
  await report(false);
  await report(true);
  await report(true);
  expect(load).toHaveBeenCalledTimes(2);
  expect(showTrying).toHaveBeenCalledExactlyOnceWith(place);
});
