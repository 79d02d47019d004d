import { openTab, type Tab } from '../support/tab.ts';
import { expect, test } from './journey.ts';

/** The middle of an element, once it is there. */
async function middleOf(tab: Tab, selector: string): Promise<{ x: number; y: number }> {
  const middle = `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))`;
  const element = `document.querySelector('${selector}')`;
  const ask = () =>
    tab.see<{ x: number; y: number } | null>(
      `document.readyState === 'complete' && ${element} ? ${middle}(${element}.getBoundingClientRect()) : null`,
    );
  await expect.poll(ask).not.toBeNull();
  return (await ask()) as { x: number; y: number };
}

test('the page under a resting pointer is rendered ahead, and its scripts do nothing until it is opened', async () => {
  const tab = await openTab(process.env.CHROMIUM_PATH);
  try {
    await tab.goTo(`${process.env.JOURNEYS_URL}/pricing`);
    const { x, y } = await middleOf(tab, '.site-header a[href="/"]');
    await tab.mouse('mouseMoved', x, y);
    const isReady = () =>
      tab
        .see<boolean>(`document.prerendering && document.readyState === 'complete'`, 'ahead')
        .catch(() => false);
    await expect.poll(isReady).toBe(true);
    const ahead = await tab.see<string[]>(
      `performance.getEntriesByType('resource').map(({ name }) => name)`,
      'ahead',
    );
    expect(ahead.filter((name) => /planner|counters|islands/.test(name))).toEqual([]);
    await tab.mouse('mousePressed', x, y);
    await tab.mouse('mouseReleased', x, y);
    const shown = () => tab.see(`location.pathname + document.prerendering`).catch(() => '');
    await expect.poll(shown).toBe('/false');
    const activation = `performance.getEntriesByType('navigation')[0].activationStart`;
    expect(await tab.see<number>(activation)).toBeGreaterThan(0);
    const counts = `performance.getEntriesByType('resource').some(({ name }) => name.includes('counters'))`;
    await expect.poll(() => tab.see(counts)).toBe(true);
  } finally {
    await tab.close();
  }
});
