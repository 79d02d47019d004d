import { contrastFaults } from '../support/contrast-faults.ts';
import { openScene, scenes, setScheme, setWidth } from '../support/scenes.ts';
import { expect, test } from './journey.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: /Failed to load resource|no-such-page/,
});

for (const scene of scenes) {
  test(`the text of ${scene.name} stands out from the pixels behind it, by day and by night`, async ({
    page,
  }) => {
    const widths = [360, 1280].filter((width) => width <= (scene.widest ?? width));
    for (const [index, width] of widths.entries()) {
      await setWidth(page, width);
      if (index === 0 || scene.isFleeting) await openScene(page, scene);
      for (const scheme of ['light', 'dark'] as const) {
        await setScheme(page, scheme);
        expect.soft(await contrastFaults(page, scene.root), `${scheme}, ${width} px`).toEqual([]);
      }
    }
  });
}
