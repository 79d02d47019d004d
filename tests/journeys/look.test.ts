import type { Page } from '@playwright/test';
import { controlFaults } from '../support/control-faults.ts';
import { openScene, type Scene, scenes, setWidth } from '../support/scenes.ts';
import { sidewaysFaults } from '../support/sideways-faults.ts';
import { textFaults } from '../support/text-faults.ts';
import { readTextRuns } from '../support/text-runs.ts';
import { expect, test } from './journey.ts';

const widths = [320, 360, 768, 1280, 1920];

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: /Failed to load resource|no-such-page/,
});

async function faultsAt(page: Page, scene: Scene, width: number): Promise<string[]> {
  const runs = await readTextRuns(page, scene.root);
  const faults = [
    ...textFaults(runs, width),
    ...(await controlFaults(page, scene.root)),
    ...(await sidewaysFaults(page)),
  ];
  return faults.map((fault) => `${width} px: ${fault}`);
}

for (const scene of scenes) {
  const shownAt = widths.filter((width) => width <= (scene.widest ?? width));

  test(`on ${scene.name} no text is cut off, overflows or overlaps, and nothing covers a control`, async ({
    page,
  }) => {
    const faults: string[] = [];
    for (const [index, width] of shownAt.entries()) {
      await setWidth(page, width);
      if (index === 0 || scene.isFleeting) await openScene(page, scene);
      faults.push(...(await faultsAt(page, scene, width)));
    }
    expect(faults).toEqual([]);
  });
}
