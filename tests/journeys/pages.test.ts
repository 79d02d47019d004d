import { screens } from '../../app/routes.ts';
import { selectorOf } from '../../app/ui/handles.ts';
import { landing } from '../../content/pages/landing.ts';
import { pricing } from '../../content/pages/pricing.ts';
import { privacy } from '../../content/pages/privacy.ts';
import { founderOffer } from '../../content/prices.ts';
import { site } from '../../content/site.ts';
import { setTextSize } from '../support/page-faults.ts';
import { parts } from '../support/parts.ts';
import { publishedArticles } from '../support/published-articles.ts';
import { readTexts } from '../support/texts.ts';
import { errorsOfMissedPath, expect, test } from './journey.ts';
import { emailField, untilIdle, whole } from './steps.ts';

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('without a script every screen shows everything, and nothing moves', async ({ page }) => {
    for (const { path } of screens) {
      await page.goto(path);
      // A fold opens without a script.
      const headings = 'main :is(h2, h3):not(details *)';
      const shown = page.locator(`${headings}, ${parts.quarterPanel}, ${parts.heroFigure}`);
      const hidden = await shown.evaluateAll((all) =>
        all.filter((part) => !part.checkVisibility()).map(({ textContent }) => textContent),
      );
      expect.soft(hidden, path).toEqual([]);
    }
    await page.goto('/');
    await expect(page.locator(parts.heroFigure).first()).toHaveText(`${site.figures.members}+`);
    await expect(page.locator(parts.marqueeRow).first()).toHaveCSS('animation-name', 'none');
    await expect(page.locator(parts.marqueeButton)).toBeHidden();
  });
});

test('the policy’s headings stand behind a fold on a phone, and open on a desktop', async ({ page }) => {
  await page.goto('/privacy');
  const contents = page.getByRole('navigation', { name: privacy.contentsLabel });
  const last = contents.getByRole('link').last();
  const fold = contents.locator('summary');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(fold).toBeHidden();
  await expect(last).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(last).toBeHidden();
  await fold.click();
  await expect(last).toBeVisible();
});

test('all headings of the policy are seen beside its text on a small laptop', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/privacy');
  const contents = page.getByRole('navigation', { name: privacy.contentsLabel });
  await page.locator('#basis').scrollIntoViewIfNeeded();
  const hidden = await contents.evaluate((list) => list.scrollHeight - list.clientHeight);
  expect(hidden).toBe(0);
});

test('a reference to an article of a law stands on one line', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/privacy');
  const references = page.locator(parts.policySection).getByText(/^Article \d+\(\d+\)\(\w\)$/);
  expect(await references.count()).toBeGreaterThan(5);
  for (const reference of await references.all())
    expect(await reference.evaluate((element) => element.getClientRects().length)).toBe(1);
});

test('the contents of /privacy mark the section that is being read', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/privacy');
  const links = page.locator(parts.policyContents).getByRole('link');
  const last = (await links.count()) - 1;
  for (const index of [5, 2, last, 0]) {
    const link = links.nth(index);
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'true');
    await expect(page.locator(parts.policyContents).locator('[aria-current]')).toHaveCount(1);
  }
});

test('on a phone the ring of the day follows the lede of /health', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/health');
  const topOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? 0;
  const lede = await topOf(parts.ledeOfHealth);
  const ring = await topOf(parts.dayRing);
  const text = await topOf(parts.textOfHealth);
  expect([lede, ring, text]).toEqual([lede, ring, text].toSorted((a, b) => a - b));
});

test('on a phone with text at twice its size the ring of /health stays within the page', async ({ page }) => {
  await setTextSize(page, 32);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/health');
  const ring = await page.locator(parts.dayRing).boundingBox();
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  expect(ring?.x).toBeGreaterThanOrEqual(0);
  expect((ring?.x ?? 0) + (ring?.width ?? width)).toBeLessThanOrEqual(width);
});

test('each plan’s button opens the one dialog', async ({ page }) => {
  await page.goto('/pricing');
  for (const { button } of pricing.plans) {
    await page.getByRole('main').getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

const articles = publishedArticles.map(({ slug }) => `/blog/${slug}`);
const screensAndArticles = [...screens.map(({ path }) => path), ...articles];
const withMissedPath = [...screensAndArticles, '/no-such-page'];

test('every screen and article has a title, a description and one main heading', async ({ request }) => {
  for (const path of withMissedPath) {
    const html = await (await request.get(path)).text();
    expect.soft(html, path).toMatch(/<title>.{10,}<\/title>.*<meta name="description" content=".{40,}"/s);
    expect.soft(html.match(/<h1[ >]/g), path).toHaveLength(1);
  }
});

test('every screen and article names its address, its kind and its picture', async ({ request }) => {
  for (const path of screensAndArticles) {
    const html = await (await request.get(path)).text();
    expect.soft(html).toMatch(new RegExp(`<link rel="canonical" href="https://[^/"]+${path}"`));
    const kind = articles.includes(path) ? 'article' : 'website';
    expect.soft(html, path).toContain(`<meta property="og:type" content="${kind}"/>`);
    const [, picture = ''] = /property="og:image" content="https:\/\/[^/]+([^"]+)"/.exec(html) ?? [];
    expect.soft((await request.get(picture)).headers()['content-type'], path).toBe('image/png');
  }
});

test('every link of a screen or an article leads somewhere', async ({ request, baseURL }) => {
  const targets = new Set<string>();
  for (const path of withMissedPath) {
    const html = await (await request.get(path)).text();
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g))
      targets.add(new URL(href, `${baseURL}${path}`).href);
  }
  expect(targets.size).toBeGreaterThan(withMissedPath.length);
  for (const target of targets) {
    const url = new URL(target);
    if (url.origin !== baseURL) continue;
    const response = await request.get(url.pathname);
    expect(response.status(), target).toBe(url.pathname === '/no-such-page' ? 404 : 200);
    if (url.hash) expect(await response.text(), target).toContain(`id="${url.hash.slice(1)}"`);
  }
});

test.describe('a path that is not there', () => {
  test.use({ expectedErrors: errorsOfMissedPath });

  test('is answered with status 404, and is logged to the console once', async ({ page }) => {
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
    const response = await page.goto('/no-such-page');
    expect(response?.status()).toBe(404);
    await untilIdle(page);
    expect(
      logged.filter((text) => text.includes('/no-such-page') && !text.includes('Failed to load')),
    ).toHaveLength(1);
  });
});

test('a counter runs for two seconds once it is seen', async ({ page }) => {
  const { members } = site.figures;
  // Too low to show the figures: they are first seen when it grows.
  await page.setViewportSize({ width: 1280, height: 200 });
  await page.goto('/');
  const counter = page.locator(parts.hero).locator(parts.counter).first();
  const counted = async () => JSON.parse((await counter.getAttribute('data-counted')) ?? 'null');
  await expect(counter).toHaveText(`${members}+`);
  await untilIdle(page);
  await counter.evaluate(async (figure) => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      const durations = figure
        .getAnimations({ subtree: true })
        .map(({ effect }) => effect?.getComputedTiming().duration);
      const figures = figure.textContent.split('\n');
      figure.dataset.counted = JSON.stringify({ durations, first: figures[0], last: figures.at(-1) });
    }).observe(figure, { childList: true, subtree: true });
    const { y, height } = figure.getBoundingClientRect();
    scrollTo({ top: y + height / 5 - innerHeight, behavior: 'instant' });
    // The page's observer, which was there first, is called before this one.
    await new Promise<void>((resolve) =>
      new IntersectionObserver(([entry]) => entry?.isIntersecting && resolve()).observe(figure),
    );
  });
  expect(await counted()).toBeNull();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(counted).toEqual({ durations: [2_000], first: '0+', last: `${members}+` });
});

test('the first screen of a phone has the hero’s words, its field and its button', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const hero = page.locator(parts.hero);
  const said = [landing.hero.lede, founderOffer].map((words) => hero.getByText(words));
  const controls = [emailField(hero), hero.getByRole('button', { name: 'Join Waitlist' })];
  for (const part of [...said, ...controls]) await expect(part).toBeInViewport(whole);
});

test('verses wait for their face', async ({ page }) => {
  await page.goto('/islam');
  const waits = await page.evaluate(() =>
    [...document.fonts].filter(({ family }) => family.includes('Amiri')).map(({ display }) => display),
  );
  expect(new Set(waits)).toEqual(new Set(['block']));
});

test('on paper /islam is open, whole and in black', async ({ page }) => {
  await page.goto('/islam');
  await page.emulateMedia({ media: 'print' });
  const folded = await page.locator('details:not([open])').all();
  expect(folded.length).toBeGreaterThan(3);
  for (const fold of folded) expect((await fold.boundingBox())?.height).toBeGreaterThan(60);
  for (const left of [parts.header, `main ${selectorOf('join')}`, parts.skipLink])
    for (const one of await page.locator(left).all()) await expect(one).toBeHidden();
  const kept = await page
    .locator('main :is(li, figure, blockquote, article)')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).breakInside));
  expect(new Set(kept)).toEqual(new Set(['avoid']));
  const drawn = await page
    .locator('body *')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).contentVisibility));
  expect(new Set(drawn)).toEqual(new Set(['visible']));
  const inks = await page
    .locator('main :is(h1, h2, p, blockquote, li)')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
  expect(new Set(inks)).toEqual(new Set(['rgb(0, 0, 0)']));
});

test('on paper the planner shows its times and no control', async ({ page }) => {
  await page.goto('/');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator(parts.plannerTimes)).toBeVisible();
  await expect(page.locator(parts.plannerTask).first()).toBeVisible();
  await expect(
    page.locator(parts.planner).locator('input, select, summary, button').filter({ visible: true }),
  ).toHaveCount(0);
});

test('on paper every quarter of the roadmap is open', async ({ page }) => {
  await page.goto('/roadmap');
  await expect(page.locator(selectorOf('watched'))).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const panel of await page.locator(parts.quarterPanel).all()) await expect(panel).toBeVisible();
});

test('on paper the ring of /health keeps its colours', async ({ page }) => {
  await page.goto('/health');
  await page.emulateMedia({ media: 'print' });
  const colours = await page
    .locator(`${parts.dayRing} [stroke]`)
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).stroke));
  expect(new Set(colours).size).toBeGreaterThan(5);
  expect(colours).not.toContain('rgb(0, 0, 0)');
});

test('on paper the figures of the marquee stand within the page', async ({ page }) => {
  await page.goto('/');
  await page.emulateMedia({ media: 'print' });
  const width = await page.evaluate(() => innerWidth);
  const figures = await page.locator(parts.marqueeFigure).filter({ visible: true }).all();
  expect(figures.length).toBeGreaterThan(0);
  for (const figure of figures) {
    const box = await figure.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThan(width);
  }
});

test('on paper the words of the page after joining and of the footer stand apart', async ({ page }) => {
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.goto('/waitlist/joined');
  await page.emulateMedia({ media: 'print' });
  const { lines, faults } = await readTexts(page);
  expect(lines.length).toBeGreaterThan(5);
  expect(faults).toEqual([]);
  await expect(page.getByRole('img')).toHaveCount(0);
});

test('on a desktop an article’s title begins where its text does', async ({ page }) => {
  await page.goto(`/blog/${publishedArticles[0]?.slug}`);
  const leftOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x;
  expect(await leftOf('main h1')).toBeCloseTo((await leftOf(parts.firstParagraph)) ?? 0, 0);
});
