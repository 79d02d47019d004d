import { expect, test } from './journey.ts';

test.describe('for readers of reduced motion', () => {
  test.use({ settings: { reducedMotion: true } });

  test('the words of the bar change with its ground', async ({ visitor }) => {
    await visitor.open('/islam');
    const colours = () =>
      visitor.see(() => {
        const bar = document.querySelector('.site-header') ?? document.body;
        const link = document.querySelector('.bar-links a') ?? document.body;
        return { bar: getComputedStyle(bar).color, link: getComputedStyle(link).color };
      });
    let last = await colours();
    expect(last.link).toBe(last.bar);
    const onSky = last.bar;
    await visitor.scrollTo(900);
    await expect
      .poll(async () => {
        last = await colours();
        return last.bar;
      })
      .not.toBe(onSky);
    expect(last.link).toBe(last.bar);
  });
});
