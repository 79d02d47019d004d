import type { Page } from '@playwright/test';
import {
  controlFaults,
  doubleFonts,
  doubleTextSize,
  forcedColourFaults,
  resetTextSize,
  sidewaysFaults,
} from '../support/page-faults.ts';
import { openScene, type Scene, scenes, setScheme, setWidth } from '../support/scenes.ts';
import { contrastFaults, textFaults } from '../support/text-faults.ts';
import { readTextRuns, type TextRun } from '../support/text-runs.ts';
import { errorsOfMissedPath, expect, test } from './journey.ts';

const widths = [320, 360, 768, 1280, 1920];
/** At these widths a picture is taken, by day and by night. */
const picturedWidths = [360, 1280];
const widthsWithLargeText = [360, 768, 1280];

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: errorsOfMissedPath,
});

async function openAt(page: Page, scene: Scene, width: number): Promise<void> {
  await setWidth(page, width);
  const isOpen = new URL(page.url()).pathname === scene.path;
  if (!isOpen || scene.isFleeting) await openScene(page, scene);
}

async function faultsAt(page: Page, scene: Scene, runs: TextRun[], width: number): Promise<string[]> {
  return [
    ...textFaults(runs, width),
    ...(await controlFaults(page, scene.root)),
    ...(await sidewaysFaults(page)),
  ];
}

/** Text that does not stand out from the pixels behind it, by day and by night. The page must be in its day colours. */
async function contrastFaultsAt(page: Page, scene: Scene, byDay: TextRun[]): Promise<string[]> {
  const faults = await contrastFaults(page, byDay, scene.root);
  await setScheme(page, 'dark');
  const night = await contrastFaults(page, await readTextRuns(page, scene.root), scene.root);
  await setScheme(page, 'light');
  return [...faults.map((fault) => `by day, ${fault}`), ...night.map((fault) => `by night, ${fault}`)];
}

/** With larger text a placeholder may be longer than its field: the label above it is whole. */
async function faultsOfLargeText(page: Page, scene: Scene, width: number): Promise<string[]> {
  const runs = await readTextRuns(page, scene.root);
  return faultsAt(
    page,
    scene,
    runs.filter((run) => run.kind !== 'example'),
    width,
  );
}

// One load for all checks: each has a message of its own when it fails.
for (const scene of scenes) {
  test(`on ${scene.name} every text is whole and legible and no control covered: at any width, by day or night, in forced colours, in large text`, async ({
    page,
  }) => {
    const wide = scene.widest ?? 1280;
    for (const width of widths.filter((width) => width <= (scene.widest ?? width))) {
      await openAt(page, scene, width);
      const runs = await readTextRuns(page, scene.root);
      // Before the check of controls, which scrolls to them, in a dialog too.
      if (picturedWidths.includes(width))
        expect.soft(await contrastFaultsAt(page, scene, runs), `contrast, ${width} px`).toEqual([]);
      expect.soft(await faultsAt(page, scene, runs, width), `${width} px`).toEqual([]);
    }

    await page.emulateMedia({ forcedColors: 'active' });
    await openAt(page, scene, wide);
    expect
      .soft(
        [
          ...textFaults(await readTextRuns(page, scene.root), wide),
          ...(await controlFaults(page, scene.root)),
          ...(await forcedColourFaults(page, scene.root)),
        ],
        'edges, signs and the ring of the focus in forced colours',
      )
      .toEqual([]);

    await page.emulateMedia({ forcedColors: 'none' });
    await doubleTextSize(page);
    for (const width of widthsWithLargeText.filter((width) => width <= (scene.widest ?? width))) {
      await openAt(page, scene, width);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
      expect.soft(await faultsOfLargeText(page, scene, width), `text size doubled, ${width} px`).toEqual([]);
    }

    // With the fonts alone doubled boxes keep their size, so a narrow window is the hardest case.
    await resetTextSize(page);
    await openAt(page, scene, 360);
    await doubleFonts(page);
    expect.soft(await faultsOfLargeText(page, scene, 360), 'fonts alone doubled, 360 px').toEqual([]);
  });
}
