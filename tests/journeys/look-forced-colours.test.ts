import { controlFaults } from '../support/control-faults.ts';
import { forcedColourFaults } from '../support/forced-colour-faults.ts';
import { openScene, scenes, setWidth } from '../support/scenes.ts';
import { textFaults } from '../support/text-faults.ts';
import { readTextRuns } from '../support/text-runs.ts';
import { expect, test } from './journey.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' },
  expectedErrors: /Failed to load resource|no-such-page/,
});

for (const scene of scenes) {
  test(`${scene.name} keeps edges, signs and the ring of the focus in forced colours`, async ({ page }) => {
    const width = scene.widest ?? 1280;
    await setWidth(page, width);
    await openScene(page, scene);
    const runs = await readTextRuns(page, scene.root);
    expect([
      ...textFaults(runs, width),
      ...(await controlFaults(page, scene.root)),
      ...(await forcedColourFaults(page, scene.root)),
    ]).toEqual([]);
  });
}
