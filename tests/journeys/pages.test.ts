import { inflateSync } from 'node:zlib';
import { notFoundPath } from '../../app/paths.ts';
import { screens } from '../../app/routes.ts';
import { blog } from '../../content/pages/blog.ts';
import { islam } from '../../content/pages/islam.ts';
import { landing } from '../../content/pages/landing.ts';
import { pricing } from '../../content/pages/pricing.ts';
import { site } from '../../content/site.ts';
import { publishedArticles } from '../articles/published.ts';
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

  test('the landing page has its field, badge, counters, cards, marquee and footer', async ({ page }) => {
    await page.goto('/');
    const hero = page.locator('.hero');
    await expect(hero.getByRole('textbox')).toHaveAttribute('type', 'email');
    await expect(hero.getByRole('textbox')).not.toHaveAttribute('required');
    await expect(hero.getByRole('button', { name: 'Join Waitlist' })).toBeVisible();
    await expect(hero.getByText(landing.hero.badge)).toBeVisible();
    for (const { value, suffix, label } of landing.hero.counters)
      for (const words of [`${value}${suffix}`, label]) await expect(hero.locator('dl')).toContainText(words);
    const groups = page.locator('.group');
    await expect(groups).toHaveCount(landing.advanced.groups.length);
    const cards = await groups.getByRole('listitem').allInnerTexts();
    expect(cards.length).toBeGreaterThan(0);
    expect(cards.filter((card) => !card.includes('Coming Soon'))).toEqual([]);
    for (const { figure, label } of landing.stats)
      await expect(page.locator('.marquee ul').first()).toContainText(`${figure} ${label}`);

    const footer = page.getByRole('contentinfo');
    for (const name of ['Product', 'Community', 'Company'])
      await expect(footer.getByRole('navigation', { name }).getByRole('link')).not.toHaveCount(0);
    await expect(footer).toContainText('Quran text: Tanzil Project, tanzil.net (CC BY 3.0)');
    await expect(footer.locator('[lang="ar"][dir="rtl"]')).toBeVisible();
    const verse = footer.getByRole('link', { name: /^Quran \d/ });
    await expect(verse).toHaveAttribute('href', /^https:\/\/quran\.com\//);
    for (const { label, href } of site.social)
      await expect(footer.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', href);
    await expect(footer.getByRole('link', { name: /feedback/i })).toHaveAttribute('href', /^mailto:/);
  });

  test('the other pages have their cards, plans, promises, notes and articles', async ({ page }) => {
    const main = page.getByRole('main');
    await page.goto('/pricing');
    const plans = page.getByRole('listitem').filter({ has: page.getByRole('button') });
    await expect(plans).toHaveCount(pricing.plans.length);
    for (const [index, { name, price, period, popular, button }] of pricing.plans.entries()) {
      for (const word of [name, price, period, button, ...(popular ? [pricing.popularLabel] : [])])
        await expect(plans.nth(index)).toContainText(word);
    }
    for (const { title } of [pricing.banner, pricing.student, pricing.founder])
      await expect(main.getByRole('heading', { name: title })).toBeVisible();
    await expect(main.locator('.accordion details')).toHaveCount(pricing.faq.items.length);
    await page.goto('/islam');
    await expect(page.locator('.islam-card')).toHaveCount(islam.cards.items.length);
    await expect(main.getByText('Barakah', { exact: false }).first()).toBeVisible();
    await page.goto('/health');
    await expect(page.locator('#not-medical-advice')).toBeVisible();
    await expect(page.locator('.science').getByRole('link', { name: /20\d\d/ })).not.toHaveCount(0);
    await page.goto('/privacy');
    for (const words of ['UK GDPR', `under ${site.minimumAge}`]) await expect(main).toContainText(words);
    await page.goto('/blog');
    for (const { readTime } of publishedArticles)
      await expect(main.getByText(`${readTime} ${blog.minutes}`).first()).toBeVisible();
  });
});

test('the top bar’s links lead where they say, and each plan’s button opens the one dialog', async ({
  page,
}) => {
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Main' });
  for (const label of ['Islam', 'Health', 'Blog', 'About', 'Pricing']) {
    await bar.getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(`/${label.toLowerCase()}`);
    await expect(bar.getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page');
  }
  for (const { button } of pricing.plans) {
    await page.getByRole('main').getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('every link of every screen leads somewhere', async ({ request, baseURL }) => {
  const targets = new Set<string>();
  for (const path of [...screens.map(({ path }) => path), '/no-such-page']) {
    const html = await (await request.get(path)).text();
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g))
      targets.add(new URL(href, `${baseURL}${path}`).href);
  }
  for (const target of targets) {
    const url = new URL(target);
    if (url.origin !== baseURL) continue;
    const response = await request.get(url.pathname);
    expect(response.status(), target).toBe(url.pathname === '/no-such-page' ? 404 : 200);
    if (url.hash) expect(await response.text(), target).toContain(`id="${url.hash.slice(1)}"`);
  }
  // The prerendered 404 has no address of its own.
  expect((await request.get(notFoundPath)).status()).toBe(404);
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

/** Runs in the page: the figure that its strip (app/ui/counters.ts) shows after so many milliseconds. */
function figureAfter(strip: Element, milliseconds: number): number {
  for (const run of strip.getAnimations()) {
    run.pause();
    run.currentTime = milliseconds;
  }
  const figures = strip.textContent.split('\n');
  const moved = new DOMMatrix(getComputedStyle(strip).transform).f;
  const line = strip.getBoundingClientRect().height / figures.length;
  return Number.parseInt(figures[Math.round(-moved / line)] ?? '', 10);
}

test('a counter runs from 0 to its target in two seconds once it is seen; a telephone’s first screen holds it all', async ({
  page,
}) => {
  const { members } = site.figures;
  // Too low to show the figures: they are first seen when it grows.
  await page.setViewportSize({ width: 1280, height: 200 });
  await page.goto('/');
  const counter = page.locator('.hero dd').first();
  await expect(counter).toHaveText(`${members}+`);
  await page.setViewportSize({ width: 1280, height: 800 });
  const strip = counter.locator('.counter-strip');
  const durations = (element: Element) =>
    element.getAnimations().map(({ effect }) => effect?.getComputedTiming().duration);
  expect(await strip.evaluate(durations)).toEqual([2_000]);
  expect(await strip.evaluate(figureAfter, 0)).toBe(0);
  expect(await strip.evaluate(figureAfter, 1_000)).toBeGreaterThan(members / 2);
  expect(await strip.evaluate(figureAfter, 1_000)).toBeLessThan(members);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const hero = page.locator('.hero');
  const said = [landing.hero.lede, landing.hero.promise[0]].map((words) => hero.getByText(words));
  const controls = [hero.getByRole('textbox'), hero.getByRole('button', { name: 'Join Waitlist' })];
  for (const part of [...said, ...controls]) await expect(part).toBeInViewport({ ratio: 1 });
});

/** The streams of a PDF, unpacked where they are packed. */
function streamsOf(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/stream\r?\n/g)].map(({ index, 0: opened }) => {
    const start = index + opened.length;
    try {
      const packed = pdf.subarray(start, text.indexOf('endstream', start));
      return inflateSync(packed, { finishFlush: 2 }).toString('latin1');
    } catch {
      return '';
    }
  });
  return text + streams.join('\n');
}

test('verses wait for their own face; on paper they have it, there is no bar, nothing to press, and black ink', async ({
  page,
}) => {
  await page.goto('/islam');
  const waits = await page.evaluate(() =>
    [...document.fonts].filter(({ family }) => family.includes('Amiri')).map(({ display }) => display),
  );
  expect(new Set(waits)).toEqual(new Set(['block']));
  expect(streamsOf(await page.pdf({ format: 'A4' }))).toMatch(/\+AmiriQuran/);
  await page.emulateMedia({ media: 'print' });
  for (const left of ['.site-header', 'main [data-join]', '.skip-link'])
    for (const one of await page.locator(left).all()) await expect(one).toBeHidden();
  const verses = page.locator('.scripture-arabic');
  expect(await verses.count()).toBeGreaterThan(3);
  const heights = await verses.evaluateAll((all) => all.map((verse) => verse.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThan(30);
  const inks = await page
    .locator('main :is(h1, h2, p, blockquote, li)')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
  expect(new Set(inks)).toEqual(new Set(['rgb(0, 0, 0)']));
});
