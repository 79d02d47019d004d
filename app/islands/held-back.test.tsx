// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { hydrate, untilNotInUse } from '../hydrate.tsx';
import { findIsland } from './find-island.ts';
import { holdBackEarlyEvents } from './held-back.ts';
import { setReactLoader } from './hydration-schedule.ts';

afterEach(() => {
  document.body.replaceChildren();
});

test('a press on the second of two equal buttons is repeated on the second', async () => {
  const pressed: string[] = [];
  const TwoButtons = () =>
    ['first', 'second'].map((name) => (
      <button key={name} type="button" className="w-1/2" data-scripted="" onClick={() => pressed.push(name)}>
        {name}
      </button>
    ));
  const loadComponent = async () => TwoButtons;
  setReactLoader(async () => ({ loadComponent, untilNotInUse, hydrate }));
  // A translator has wrapped the texts: React draws the island again.
  const button = '<button type="button" class="w-1/2" data-scripted=""><font>Knopf</font></button>';
  document.body.innerHTML = `<div data-island="marquee" data-size="2/11">${button}${button}</div>`;
  holdBackEarlyEvents(() => {});

  const [, second] = findIsland('marquee')?.querySelectorAll('button') ?? [];
  second?.click();
  await expect.poll(() => pressed).toEqual(['second']);
  expect(second?.isConnected).toBe(false);
});
