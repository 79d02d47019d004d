import { contrastFaults } from '../support/contrast-faults.ts';
import { openScene, scenes, setWidth } from '../support/scenes.ts';
import { expect, test } from './journey.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({
      colorScheme,
      contextOptions: { reducedMotion: 'reduce' },
      expectedErrors: /Failed to load resource|no-such-page/,
    });

    for (const scene of scenes) {
      test(`the text of ${scene.name} stands out from the pixels behind it`, async ({ page }) => {
        const widths = [360, 1280].filter((width) => width <= (scene.widest ?? width));
        for (const [index, width] of widths.entries()) {
          await setWidth(page, width);
          if (index === 0 || scene.isFleeting) await openScene(page, scene);
          expect.soft(await contrastFaults(page, scene.root), `${width} px`).toEqual([]);
        }
      });
    }
  });
}
