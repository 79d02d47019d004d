import { controlFaults } from '../support/control-faults.ts';
import { doubleFonts } from '../support/larger-text.ts';
import { openScene, scenes } from '../support/scenes.ts';
import { sidewaysFaults } from '../support/sideways-faults.ts';
import { textFaults } from '../support/text-faults.ts';
import { readTextRuns } from '../support/text-runs.ts';
import { expect, test } from './journey.ts';

test.use({
  // Boxes keep their size then, so the narrowest window is the hardest.
  viewport: { width: 360, height: 800 },
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: /Failed to load resource|no-such-page/,
});

for (const scene of scenes) {
  test(`${scene.name} holds with its fonts alone doubled`, async ({ page }) => {
    await openScene(page, scene);
    await doubleFonts(page);
    const runs = await readTextRuns(page, scene.root);
    // The example in a field may be longer than the field then: the label above it is whole.
    const needed = runs.filter((run) => run.kind !== 'example');
    const faults = [
      ...textFaults(needed, 360),
      ...(await controlFaults(page, scene.root)),
      ...(await sidewaysFaults(page)),
    ];
    expect(faults).toEqual([]);
  });
}
