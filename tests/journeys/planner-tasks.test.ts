import type { Locator, Page } from '@playwright/test';
import { plannerWords as words } from '../../content/prayer-day.ts';
import { parts } from '../support/parts.ts';
import { expect, test } from './journey.ts';
import { layoutShifts, plannerStatus, untilDrawn, wake } from './steps.ts';

test.use({ timezoneId: 'Europe/London' });

const rows = (page: Page) => page.locator(parts.plannerTask);
const when = (page: Page, task: string) => rows(page).filter({ hasText: task }).locator(parts.plannerWhen);

/** Where an element stands once it does: a number of the arc moves to its place when tasks change, and the page scrolls smoothly. */
async function stillBox(element: Locator) {
  let box = await element.boundingBox();
  const isStill = async () => {
    const before = JSON.stringify(box);
    box = await element.boundingBox();
    return JSON.stringify(box) === before;
  };
  await expect.poll(isStill, { intervals: [100] }).toBe(true);
  if (!box) throw new Error('It is not shown.');
  return box;
}

test('tasks are moved, added and removed by keyboard and by dragging, and read out', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-21T10:00:00Z');
  await page.goto('/');
  await wake(page);
  await test.step('the keyboard moves a task', async () => {
    const usual = await when(page, words.tasks.rest.name).innerText();
    const move = page.getByLabel(words.move(words.tasks.rest.name));
    await move.focus();
    // Not by typing its name: on a busy machine a key can take a second, and then the browser forgets the letters before it.
    for (let presses = 0; presses < 20 && (await move.inputValue()) !== 'after-maghrib'; presses += 1)
      await page.keyboard.press('ArrowDown');
    await expect(move).toHaveValue('after-maghrib');
    const after = await when(page, words.tasks.rest.name).innerText();
    expect(after > usual).toBe(true);
    await expect(plannerStatus(page)).toContainText(words.isAt(words.tasks.rest.name, after));
  });

  await test.step('the keyboard adds a task and removes it', async () => {
    await page.getByText(words.own.title).press('Enter');
    await page.getByLabel(words.own.label).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel(words.own.label)).toHaveAccessibleDescription(words.nameIt);
    await page.keyboard.type('Ring Sana');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(4);
    await expect(page.getByLabel(words.move('Ring Sana'), { exact: true })).toBeFocused();
    await expect(plannerStatus(page)).toHaveText(
      words.isAt('Ring Sana', await when(page, 'Ring Sana').innerText()),
    );
    await expect(page.locator(`${parts.wideArc} [data-task=own]`)).toHaveCount(1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(plannerStatus(page)).toHaveText(words.removed('Ring Sana'));
    await expect(page.getByText(words.own.title)).toBeFocused();
  });

  await test.step('a number of the arc is dragged to another time', async () => {
    const mark = page.locator(`${parts.wideArc} [data-task=focus] circle`);
    const asr = page.locator(`${parts.wideArc} text`).filter({ hasText: 'Asr' });
    await mark.scrollIntoViewIfNeeded();
    const from = await stillBox(mark);
    const to = await stillBox(asr);
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 30, to.y, { steps: 5 });
    await page.mouse.up();
    await expect(page.getByLabel(words.move(words.tasks.focus.name))).toHaveValue('after-asr');
    await expect(plannerStatus(page)).toContainText(
      words.isAt(words.tasks.focus.name, await when(page, words.tasks.focus.name).innerText()),
    );
  });
});

test('nothing moves on the page when the day becomes the visitor’s own', async ({ page }) => {
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 3_600 });
    await page.goto('/');
    // A font that came after the first paint has moved what it has to (journeys/first-visit says how little that is).
    await untilDrawn(page);
    const before = await layoutShifts(page);
    await wake(page);
    await expect(page.locator(parts.plannerWhose)).toHaveText(words.guessed('London'));
    expect(await layoutShifts(page), `${width} px`).toEqual(before);
  }
});
