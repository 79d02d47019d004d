import type { Page } from '@playwright/test';
import { publishedArticles } from '../articles/published.ts';
import {
  axeFindings,
  controlFaults,
  doubleFonts,
  doubleTextSize,
  forcedColourFaults,
  resetTextSize,
  rulesOfColour,
  sidewaysFaults,
} from '../support/page-faults.ts';
import { openScene, type Scene, scenes, setScheme, setWidth, unfold } from '../support/scenes.ts';
import { contrastFaults, foreignTexts, textFaults } from '../support/text-faults.ts';
import { readTextRuns, type TextRun } from '../support/text-runs.ts';
import { errorsOfMissedPath, expect, test } from './journey.ts';
import { untilDrawn } from './steps.ts';

const widths = [320, 360, 768, 1280, 1920];
/** At these widths a picture is taken and axe asked, by day and by night. */
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

/** What axe finds, and text that does not stand out from the pixels behind it. The page must be in its day colours. */
async function faultsByDayAndNight(page: Page, scene: Scene, byDay: TextRun[]): Promise<string[]> {
  const within = scene.root ? [scene.root] : undefined;
  const day = [
    ...(await contrastFaults(page, byDay, scene.root)),
    // The measured pixels are stricter than axe's rule of contrast, which takes half of its time.
    ...(await axeFindings(page, { without: ['color-contrast'], within })),
  ];
  await setScheme(page, 'dark');
  const night = [
    ...(await contrastFaults(page, await readTextRuns(page, scene.root), scene.root)),
    ...(await axeFindings(page, { only: ['link-in-text-block'], within })),
  ];
  await setScheme(page, 'light');
  return [...day.map((fault) => `by day, ${fault}`), ...night.map((fault) => `by night, ${fault}`)];
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
  test(`on ${scene.name} every text is whole, legible and in its own face, no control is covered, and axe finds nothing: at any width, by day or night, in forced colours, in large text`, async ({
    page,
  }) => {
    const wide = scene.widest ?? 1280;
    for (const width of widths.filter((width) => width <= (scene.widest ?? width))) {
      await openAt(page, scene, width);
      const runs = await readTextRuns(page, scene.root);
      // Before the check of controls, which scrolls to them, in a dialog too.
      if (picturedWidths.includes(width))
        expect.soft(await faultsByDayAndNight(page, scene, runs), `${width} px`).toEqual([]);
      expect.soft(await faultsAt(page, scene, runs, width), `${width} px`).toEqual([]);
    }

    if (!scene.isFleeting) expect.soft(await foreignTexts(page, scene.root), 'faces').toEqual([]);

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

test('axe finds nothing in the bottom form’s error and in its toast, narrow or wide, by day or by night', async ({
  page,
}) => {
  await page.goto('/');
  const form = page.locator('#join');
  for (const width of picturedWidths) {
    await setWidth(page, width);
    for (const scheme of ['light', 'dark'] as const) {
      await setScheme(page, scheme);
      // A toast goes after four seconds, so it is asked for again.
      await form.getByRole('button', { name: 'Join Waitlist' }).press('Enter');
      await expect(form.getByRole('alert')).toBeVisible();
      const within = ['#join', '[data-sonner-toaster]'];
      const rules = scheme === 'dark' ? { only: rulesOfColour } : {};
      expect.soft(await axeFindings(page, { ...rules, within }), `${scheme}, ${width} px`).toEqual([]);
    }
  }
});

test('every letter of every article is in the face that shows it, and letters with accents on any page', async ({
  page,
}) => {
  for (const { slug } of publishedArticles) {
    await page.goto(`/blog/${slug}`);
    await page.evaluate(unfold);
    expect.soft(await foreignTexts(page), slug).toEqual([]);
  }
  await page.goto('/privacy');
  await page.evaluate(() => {
    const words = {
      h1: 'Café & “Łódź” <em>naïve & Šárka</em>',
      'main p': 'Café, Señor, Qurʾān: £5, €5, © 2 × 3',
    };
    for (const [selector, html] of Object.entries(words))
      for (const element of [...document.querySelectorAll(selector)].slice(0, 1)) element.innerHTML = html;
  });
  await untilDrawn(page);
  expect(await foreignTexts(page, 'main')).toEqual([]);
});
