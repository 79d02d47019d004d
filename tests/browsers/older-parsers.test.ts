import { expect, test } from './journey.ts';
import type { Visitor } from './visitor.ts';

/** Runs in the page: its rules as Safari before 17.4 and Firefox before 121 read them. */
async function readAsOlderParsers(): Promise<void> {
  const texts = [...document.querySelectorAll<HTMLElement>('style, link[rel="stylesheet"]')].map((tag) =>
    tag instanceof HTMLLinkElement ? fetch(tag.href).then((sheet) => sheet.text()) : (tag.textContent ?? ''),
  );
  const older = (await Promise.all(texts))
    .join('\n')
    .replace(/content:[^;}]*\/\s*""/g, '')
    .replace(/[^{};]*:has\([^{]*\{[^{}]*\}/g, '')
    .replaceAll('(scripting:', '(-unknown-scripting:');
  for (const { ownerNode } of document.styleSheets) (ownerNode as HTMLStyleElement).disabled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(older);
  document.adoptedStyleSheets = [sheet];
}

async function openInOlderBrowser(visitor: Visitor, path: string): Promise<void> {
  await visitor.open(path);
  await visitor.see(readAsOlderParsers);
}

test('without alternative texts a figure stands above its label and does not cover it', async ({
  visitor,
}) => {
  await openInOlderBrowser(visitor, '/');
  const { figure, label } = await visitor.see(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().toJSON();
    return { figure: box('.hero-counts .counter'), label: box('.hero-counts dt') };
  });
  expect(figure.width).toBeGreaterThan(40);
  expect(figure.bottom).toBeLessThanOrEqual(label.top + 2);
});

test('without :has() and a query for scripts one quarter is open, and the tabs open the others', async ({
  visitor,
}) => {
  await openInOlderBrowser(visitor, '/roadmap');
  const open = () =>
    visitor.see(() =>
      [...document.querySelectorAll('.quarter-panel')]
        .filter((panel) => panel.checkVisibility())
        .map(({ id }) => id),
    );
  await expect.poll(async () => (await open()).length).toBe(1);
  const [first] = await open();
  await visitor.press('.quarter-tab:nth-child(3)');
  await expect.poll(async () => (await open()).length).toBe(1);
  expect(await open()).not.toEqual([first]);
});

test('without alternative texts a dot stands between the facts of an article', async ({ visitor }) => {
  await openInOlderBrowser(visitor, '/blog');
  const dots = await visitor.see(() =>
    [...document.querySelectorAll('.article-facts > *')].map(
      (fact) => getComputedStyle(fact, '::before').content,
    ),
  );
  expect(dots.length).toBeGreaterThan(0);
  expect(new Set(dots)).toEqual(new Set(['"·"']));
});
