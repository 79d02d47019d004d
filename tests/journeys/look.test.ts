import type { Page } from '@playwright/test';
import { foreignTexts } from '../support/foreign-texts.ts';
import {
  axeFindings,
  brokenHeadlines,
  controlFaults,
  doubledIds,
  doubleFonts,
  forcedColourFaults,
  setTextSize,
  sidewaysFaults,
  spaceText,
  starFaults,
} from '../support/page-faults.ts';
import { parts } from '../support/parts.ts';
import { publishedArticles } from '../support/published-articles.ts';
import { openScene, type Scene, scenes, setScheme, setWidth, unfold } from '../support/scenes.ts';
import { contrastFaults, readTexts } from '../support/texts.ts';
import { errorsOfMissedPath, expect, test } from './journey.ts';

const widths = [320, 768, 1280, 1920];
/** At these widths a picture is taken and axe asked, by day and by night. */
const picturedWidths = [320, 1280];
const widthsWithLargeText = [360, 768, 1280];

test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedErrors: errorsOfMissedPath });

async function openAt(page: Page, scene: Scene, width: number): Promise<void> {
  await setWidth(page, width);
  const isOpen = new URL(page.url()).pathname === scene.path;
  if (!isOpen || scene.isFleeting) await openScene(page, scene);
}

/** With larger or spaced text a placeholder may be longer than its field: the label above it is whole. */
async function faultsAt(page: Page, { root }: Scene, isLarge = false): Promise<string[]> {
  const { faults } = await readTexts(page, root, !isLarge);
  return [...faults, ...(await controlFaults(page, root)), ...(await sidewaysFaults(page))];
}

/** What axe finds, and text that does not stand out from the pixels behind it. The page must be in its day colours. */
async function faultsByDayAndNight(page: Page, { root }: Scene): Promise<string[]> {
  const within = root ? [root] : undefined;
  const day = [
    ...(await contrastFaults(page, root)),
    // The measured pixels are stricter than axe's rule of contrast, which takes half of its time.
    ...(await axeFindings(page, { rules: { 'color-contrast': { enabled: false } }, within })),
  ];
  await setScheme(page, 'dark');
  const night = [
    ...(await contrastFaults(page, root)),
    ...(await axeFindings(page, { runOnly: ['link-in-text-block'], within })),
  ];
  await setScheme(page, 'light');
  return [...day.map((fault) => `by day, ${fault}`), ...night.map((fault) => `by night, ${fault}`)];
}

// One load for all checks, because a load is most of the time; each check has a message of its own when it fails.
for (const scene of scenes) {
  test(`${scene.name} is whole, legible and can be reached at any width, by day and night`, async ({
    page,
  }) => {
    const wide = scene.widest ?? 1280;
    for (const width of widths.filter((width) => width <= (scene.widest ?? width))) {
      await openAt(page, scene, width);
      // Before the check of controls, which scrolls to them, in a dialog too.
      if (picturedWidths.includes(width))
        expect.soft(await faultsByDayAndNight(page, scene), `${width} px`).toEqual([]);
      expect.soft(await faultsAt(page, scene), `${width} px`).toEqual([]);
      if (!scene.root) expect.soft(await starFaults(page), `stars at ${width} px`).toEqual([]);
    }

    await openAt(page, scene, 320);
    const undoSpacing = await spaceText(page);
    expect.soft(await faultsAt(page, scene, true), 'text spaced, 320 px').toEqual([]);
    await undoSpacing();

    expect.soft(await doubledIds(page), 'ids').toEqual([]);
    if (!scene.isFleeting) expect.soft(await foreignTexts(page, scene.root), 'faces').toEqual([]);

    await page.emulateMedia({ forcedColors: 'active' });
    await openAt(page, scene, wide);
    const unseen = await forcedColourFaults(page, scene.root);
    expect.soft(unseen, 'edges, icons and the ring of the focus in forced colours').toEqual([]);
    for (const scheme of ['light', 'dark'] as const) {
      await setScheme(page, scheme);
      const unread = await contrastFaults(page, scene.root, 'drawn');
      expect.soft(unread, `drawn words in forced colours, ${scheme}`).toEqual([]);
    }
    await setScheme(page, 'light');

    await page.emulateMedia({ forcedColors: 'none' });
    await setTextSize(page, 32);
    for (const width of widthsWithLargeText.filter((width) => width <= (scene.widest ?? width))) {
      await openAt(page, scene, width);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
      const faults = [...(await faultsAt(page, scene, true)), ...(await brokenHeadlines(page, scene.root))];
      expect.soft(faults, `text size doubled, ${width} px`).toEqual([]);
    }

    // With the fonts alone doubled boxes keep their size, so a narrow window is the hardest case.
    await setTextSize(page, 16);
    await openAt(page, scene, 360);
    await doubleFonts(page);
    expect.soft(await faultsAt(page, scene, true), 'fonts alone doubled, 360 px').toEqual([]);
  });
}

test('axe finds nothing in the bottom form’s error and its toast', async ({ page }) => {
  await page.goto('/');
  const form = page.locator('#join');
  for (const scheme of ['light', 'dark'] as const) {
    await setScheme(page, scheme);
    // A toast goes after four seconds, so it is asked for again.
    await form.getByRole('button', { name: 'Join Waitlist' }).press('Enter');
    await expect(form.locator(parts.fieldError)).toBeVisible();
    const within = ['#join', parts.toaster];
    expect.soft(await axeFindings(page, { within }), scheme).toEqual([]);
  }
});

test('every letter of every article is in the face that shows it', async ({ page }) => {
  for (const { slug } of publishedArticles) {
    await page.goto(`/blog/${slug}`);
    await page.evaluate(unfold);
    expect.soft(await foreignTexts(page), slug).toEqual([]);
  }
});
