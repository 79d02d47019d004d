import type { Page } from '@playwright/test';
import { tryWords as words } from '../../content/try-day.ts';
import { axeFindings, rulesOfColour } from '../support/axe-findings.ts';
import { controlFaults } from '../support/control-faults.ts';
import { doubleFonts } from '../support/larger-text.ts';
import { setScheme, setWidth } from '../support/scenes.ts';
import { sidewaysFaults } from '../support/sideways-faults.ts';
import { textFaults } from '../support/text-faults.ts';
import { readTextRuns } from '../support/text-runs.ts';
import { expect, test } from './journey.ts';
import { layoutShifts } from './steps.ts';

test.use({ timezoneId: 'Europe/London' });

const rows = (page: Page) => page.locator('.try-row');
const said = (page: Page) => page.locator('.own-day').getByRole('status');
const when = (page: Page, task: string) => rows(page).filter({ hasText: task }).locator('.try-when');

async function comeNear(page: Page): Promise<void> {
  await page.goto('/');
  await page.keyboard.press('Shift');
  await expect(page.locator('.own-day-times')).toBeVisible();
  await page.locator('.try-day').scrollIntoViewIfNeeded();
  await expect(rows(page)).toHaveCount(3);
}

test('tasks are moved, added and taken out by the keyboard and by dragging, and each change is read out', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.setFixedTime('2026-11-21T10:00:00Z');
  await page.goto('/');
  await page.keyboard.press('Shift');
  await expect(page.locator('.own-day-times')).toBeVisible();
  expect(asked.filter((path) => path.includes('planner'))).toEqual([]);
  await page.locator('.try-day').scrollIntoViewIfNeeded();
  await expect(rows(page)).toHaveCount(3);

  const usual = await when(page, words.tasks.rest).innerText();
  const move = page.getByLabel(`${words.move} ${words.tasks.rest}`);
  await move.focus();
  await page.keyboard.type('after Mag');
  await expect(move).toHaveValue('after-maghrib');
  const after = await when(page, words.tasks.rest).innerText();
  expect(after > usual).toBe(true);
  await expect(said(page)).toContainText(words.laid(words.tasks.rest, after));

  await page.getByLabel(words.own.label).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(words.own.label)).toHaveAccessibleDescription(words.nameIt);
  await page.keyboard.type('Ring Sana');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByLabel(`${words.move} Ring Sana`)).toBeFocused();
  await expect(said(page)).toHaveText(words.laid('Ring Sana', await when(page, 'Ring Sana').innerText()));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(said(page)).toHaveText(words.removed('Ring Sana'));
  await expect(page.getByLabel(words.own.label)).toBeFocused();

  const mark = page.locator('.try-arc-task.try-focus circle');
  const asr = page.locator('.try-arc-name').filter({ hasText: 'Asr' });
  await mark.scrollIntoViewIfNeeded();
  const [from, to] = [await mark.boundingBox(), await asr.boundingBox()];
  if (!from || !to) throw new Error('The number or the name is not shown.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByLabel(`${words.move} ${words.tasks.focus}`)).toHaveValue('after-asr');
  await expect(said(page)).toContainText(
    words.laid(words.tasks.focus, await when(page, words.tasks.focus).innerText()),
  );
});

test('the own day and its tasks read well narrow and wide, by day and by night, with text doubled; axe finds nothing', async ({
  page,
}) => {
  await comeNear(page);
  await page.getByLabel(words.own.label).fill('Ring my mother about the wedding in Birmingham');
  await page.getByRole('button', { name: words.own.add }).click();
  await expect(rows(page)).toHaveCount(4);
  // The day is drawn by now. Otherwise the marquee would never stand still.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of [320, 768, 1280, 1920]) {
    await setWidth(page, width);
    const runs = [...(await readTextRuns(page, '.own-day')), ...(await readTextRuns(page, '.try-day'))];
    expect
      .soft(
        [...textFaults(runs, width), ...(await controlFaults(page)), ...(await sidewaysFaults(page))],
        `${width} px`,
      )
      .toEqual([]);
  }
  for (const width of [360, 1280]) {
    await setWidth(page, width);
    await setScheme(page, 'light');
    expect.soft(await axeFindings(page), `day, ${width} px`).toEqual([]);
    await setScheme(page, 'dark');
    expect.soft(await axeFindings(page, { only: rulesOfColour }), `night, ${width} px`).toEqual([]);
  }
  await setWidth(page, 360);
  await doubleFonts(page);
  const runs = [...(await readTextRuns(page, '.own-day')), ...(await readTextRuns(page, '.try-day'))];
  expect
    .soft([
      ...textFaults(
        runs.filter(({ kind }) => kind !== 'example'),
        360,
      ),
      ...(await sidewaysFaults(page)),
    ])
    .toEqual([]);
});

for (const width of [360, 1280]) {
  test.describe(`with all of it in a window ${width} px wide`, () => {
    test.use({ viewport: { width, height: 3_600 } });

    test(`nothing moves at ${width} px when the day becomes the visitor's own and the tasks are laid`, async ({
      page,
    }) => {
      await page.goto('/');
      await page.keyboard.press('Shift');
      await expect(rows(page)).toHaveCount(3);
      await expect(page.locator('.own-day-now')).toBeVisible();
      expect(await layoutShifts(page)).toEqual([]);
    });
  });
}
