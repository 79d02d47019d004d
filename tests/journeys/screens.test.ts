import { notFoundPath } from '../../app/paths.ts';
import { screens } from '../../app/routes.ts';
import { errorsOfMissedPath, expect, test } from './journey.ts';
import { untilIdle } from './steps.ts';

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('every screen has one main heading, a title, a description, a canonical address, a picture of its own, and its whole text', async ({
    page,
  }) => {
    for (const { path } of screens) {
      await page.goto(path);
      await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
      await expect.soft(page, path).toHaveTitle(/.{10,}/);
      await expect.soft(page.locator('meta[name="description"]'), path).toHaveAttribute('content', /.{40,}/);
      await expect
        .soft(page.locator('link[rel="canonical"]'), path)
        .toHaveAttribute('href', new RegExp(`^https://[^/]+${path}$`));
      const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
      const response = await page.request.get(new URL(picture ?? '').pathname);
      expect.soft(response.headers()['content-type'], path).toBe('image/png');
      const hidden = await page
        .getByRole('main')
        .locator('h2, h3')
        .evaluateAll((headings) =>
          headings
            // A fold opens without a script.
            .filter((heading) => !heading.closest('details') && !heading.checkVisibility())
            .map((heading) => heading.textContent),
        );
      expect.soft(hidden, path).toEqual([]);
    }
  });
});

test('no two screens share a title or a description', async ({ request }) => {
  const seen: string[] = [];
  for (const { path } of screens) {
    const html = await (await request.get(path)).text();
    seen.push(
      /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '',
      /name="description" content="(.*?)"/.exec(html)?.[1] ?? '',
    );
  }
  expect(new Set(seen).size).toBe(seen.length);
});

test.describe('a path that is not there', () => {
  test.use({ expectedErrors: errorsOfMissedPath });

  test('is answered with status 404 and the page titled Page Not Found, with its two ways on, and is logged to the console once', async ({
    page,
  }) => {
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
    const response = await page.goto('/no-such-page');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
    await expect(page.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/');
    await expect(page.getByRole('link', { name: 'Learn About' })).toHaveAttribute('href', '/about');
    await untilIdle(page);
    expect(
      logged.filter((text) => text.includes('/no-such-page') && !text.includes('Failed to load')),
    ).toHaveLength(1);
  });
});

test('the prerendered 404 has no address of its own', async ({ request }) => {
  expect((await request.get(notFoundPath)).status()).toBe(404);
});
