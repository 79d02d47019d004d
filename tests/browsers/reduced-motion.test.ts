import { expect, test } from './journey.ts';

test.describe('for readers of reduced motion', () => {
  test.use({ settings: { reducedMotion: true } });

  test('the words of the bar change with its ground, in the same frame', async ({ visitor }) => {
    await visitor.open('/islam');
    const { onSky, onPaper, words } = await visitor.see(() => {
      const header = document.querySelector<HTMLElement>('.site-header') ?? document.body;
      const link = document.querySelector('.bar-links a') ?? document.body;
      const before = getComputedStyle(link).color;
      header.dataset.pill = 'true';
      return { onSky: before, onPaper: getComputedStyle(header).color, words: getComputedStyle(link).color };
    });
    expect(onPaper).not.toBe(onSky);
    expect(words).toBe(onPaper);
  });
});
