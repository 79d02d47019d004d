import type { Page } from '@playwright/test';
import { controlFaults } from '../support/control-faults.ts';
import { doubleTextSize } from '../support/larger-text.ts';
import { openScene, type Scene, scenes, setWidth } from '../support/scenes.ts';
import { sidewaysFaults } from '../support/sideways-faults.ts';
import { textFaults } from '../support/text-faults.ts';
import { readTextRuns } from '../support/text-runs.ts';
import { expect, test } from './journey.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: /Failed to load resource|no-such-page/,
});

/** With text this large a placeholder may be longer than its field: the label above it is whole. */
async function faultsOf(page: Page, scene: Scene, width: number): Promise<string[]> {
  const runs = await readTextRuns(page, scene.root);
  const needed = runs.filter((run) => run.kind !== 'example');
  const faults = [
    ...textFaults(needed, width),
    ...(await controlFaults(page, scene.root)),
    ...(await sidewaysFaults(page)),
  ];
  return faults.map((fault) => `${width} px: ${fault}`);
}

for (const scene of scenes) {
  const widths = [360, 768, 1280].filter((width) => width <= (scene.widest ?? width));

  test(`${scene.name} holds with the visitor’s text size doubled`, async ({ page }) => {
    const faults: string[] = [];
    await doubleTextSize(page);
    for (const [index, width] of widths.entries()) {
      await setWidth(page, width);
      if (index === 0 || scene.isFleeting) await openScene(page, scene);
      faults.push(...(await faultsOf(page, scene, width)));
    }
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    expect(faults).toEqual([]);
  });
}
