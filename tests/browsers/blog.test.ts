import { selectorOf } from '../../app/ui/handles.ts';
import { blog } from '../../content/pages/blog.ts';
import { parts } from '../support/parts.ts';
import { publishedArticles } from '../support/published-articles.ts';
import { expect, lostModule, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

const cards = selectorOf('category');
const chips = selectorOf('chips');
const shownCards = (visitor: Visitor) =>
  visitor.evaluate(
    (selector) => [...document.querySelectorAll(selector)].filter((card) => card.checkVisibility()).length,
    cards,
  );
const articleTitle = (visitor: Visitor) => visitor.text(`[role="dialog"] ${parts.readerTitle}`);
const firstArticle = `a${selectorOf('article')}`;
const closeButton = `[role="dialog"] ${parts.dialogClose}`;

test('an article opens by its address, and its button and Back close it', async ({ visitor }) => {
  const [article] = publishedArticles;
  await visitor.open(`/blog#${article?.slug}`);
  await expect.poll(() => articleTitle(visitor)).toBe(article?.title);
  await visitor.press(closeButton);
  await expect.poll(() => visitor.count('[role="dialog"]')).toBe(0);
  expect(await visitor.address()).toBe('/blog');

  const slug = await visitor.evaluate(
    (control) => document.querySelector<HTMLElement>(control)?.dataset.article,
    firstArticle,
  );
  await visitor.press(firstArticle);
  await expect.poll(() => visitor.count(`[role="dialog"] ${parts.articleParagraph}`)).toBeGreaterThan(2);
  expect(await visitor.address()).toBe(`/blog#${slug}`);
  await visitor.back();
  await expect.poll(() => visitor.count('[role="dialog"]')).toBe(0);
  expect(await visitor.address()).toBe('/blog');
  expect(
    await visitor.evaluate(
      (wanted) => (document.activeElement as HTMLElement).dataset.article === wanted,
      slug,
    ),
  ).toBe(true);
});

test('a link to a section of an open article scrolls there and leaves it open', async ({ visitor }) => {
  await visitor.open('/blog');
  await visitor.press(firstArticle);
  await expect.poll(() => visitor.count(`[role="dialog"] ${parts.articleParagraph}`)).toBeGreaterThan(2);
  const address = await visitor.address();
  // No article has such a link yet.
  const section = await visitor.evaluate((paragraph) => {
    const last = [...document.querySelectorAll('[role="dialog"] h2[id]')].at(-1);
    const link = `<a id="to-section" href="#${last?.id}">below</a>`;
    document.querySelector(`[role="dialog"] ${paragraph}`)?.insertAdjacentHTML('afterbegin', link);
    return last?.id;
  }, parts.articleParagraph);
  await visitor.press('#to-section');
  await expect.poll(() => visitor.evaluate(() => document.activeElement?.id)).toBe(section);
  const isInSight = await visitor.evaluate(() => {
    const { top = -1 } = document.activeElement?.getBoundingClientRect() ?? {};
    return top >= 0 && top < innerHeight;
  });
  expect(isInSight).toBe(true);
  expect(await visitor.address()).toBe(address);
  await visitor.back();
  await expect.poll(() => visitor.count('[role="dialog"]')).toBe(0);
});

test('an open article has the focus, and closing twice goes back once', async ({ visitor }) => {
  await visitor.open('/blog');
  await visitor.press(firstArticle);
  await expect.poll(() => articleTitle(visitor)).toBeTruthy();
  const focused = () =>
    visitor.evaluate(() => ['role', 'aria-label'].map((name) => document.activeElement?.getAttribute(name)));
  await expect.poll(focused).toEqual(['region', blog.textLabel]);

  const timesBack = await visitor.evaluate((selector) => {
    let times = 0;
    history.back = () => {
      times += 1;
      history.go(-1);
    };
    const close = document.querySelector<HTMLElement>(selector);
    close?.click();
    close?.click();
    return times;
  }, closeButton);
  expect(timesBack).toBe(1);
  await expect.poll(() => visitor.count('[role="dialog"]')).toBe(0);
  expect(await visitor.address()).toBe('/blog');
  // The next article can be closed as well.
  await visitor.press(firstArticle);
  await expect.poll(() => articleTitle(visitor)).toBeTruthy();
  await visitor.press(closeButton);
  await expect.poll(() => visitor.count('[role="dialog"]')).toBe(0);
});

test('Space on Read Article before React opens the article afterwards and scrolls nothing', async ({
  visitor,
  line,
}) => {
  const letReactCome = line.hold(/hydrate-/);
  await visitor.open('/blog');
  const place = await visitor.evaluate((selector) => {
    const control = document.querySelector<HTMLElement>(selector);
    control?.scrollIntoView({ block: 'center', behavior: 'instant' });
    control?.focus({ preventScroll: true });
    return scrollY;
  }, firstArticle);
  await visitor.keys(' ');
  letReactCome();
  await expect.poll(() => articleTitle(visitor)).toBeTruthy();
  expect(await visitor.evaluate(() => scrollY)).toBe(place);
});

test('before React has loaded chips filter the articles, and Read Article waits for it', async ({
  visitor,
  line,
}) => {
  const letReactCome = line.hold(/hydrate-/);
  await visitor.open('/blog');
  const all = await shownCards(visitor);
  await visitor.press(`${chips} button:nth-child(3)`, 'touch');
  await expect.poll(() => shownCards(visitor)).toBeLessThan(all);
  const chosen = await shownCards(visitor);
  expect(await visitor.isShown(parts.featured)).toBe(true);
  const count =
    chosen === 0 ? blog.empty : `${chosen} ${chosen === 1 ? blog.counted.one : blog.counted.other}`;
  expect(await visitor.text(selectorOf('count'))).toBe(`${blog.chips.categories[1]}: ${count}`);
  expect(await visitor.text(`${chips} [aria-pressed="true"]`)).toBe(
    await visitor.text(`${chips} button:nth-child(3)`),
  );
  await visitor.press(`${chips} button:nth-child(1)`);
  await expect.poll(() => shownCards(visitor)).toBe(all);
  await visitor.scrollTo(0);
  await visitor.press(firstArticle);
  letReactCome();
  await expect.poll(() => articleTitle(visitor)).toBeTruthy();
});

test.describe('when a file cannot be loaded', () => {
  test.use({ expectedFaults: lostModule });

  for (const [file, lost] of Object.entries({ React: /hydrate-/, 'the reader': /article-dialog-/ })) {
    test(`without ${file} Read Article leads to the article’s page, also after Back`, async ({
      visitor,
      line,
    }) => {
      const address = () => visitor.address().catch(() => '');
      line.cut(lost);
      await visitor.open('/blog');
      await visitor.follow(() => visitor.press(firstArticle));
      expect(await address()).toMatch(/^\/blog\/[\w-]+$/);
      await visitor.back();
      await expect.poll(address).toBe('/blog');
      await visitor.press(firstArticle);
      await expect.poll(address).toMatch(/^\/blog\/[\w-]+$/);
    });
  }
});

test.describe('without any script', () => {
  test.use({ settings: { script: false } });

  test('every card is there, no chip is, and Read Article leads to a page', async ({ visitor }) => {
    await visitor.open('/blog');
    expect(await visitor.isShown(chips)).toBe(false);
    const count = await visitor.count(cards);
    expect(count).toBeGreaterThan(0);
    expect(await shownCards(visitor)).toBe(count);
    await visitor.follow(() => visitor.press(firstArticle));
    expect(await visitor.address()).toMatch(/^\/blog\/[\w-]+$/);
  });
});
