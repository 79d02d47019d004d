// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { footer, topBar } from '../../content/navigation.ts';
import { health } from '../../content/pages/health.ts';
import { islam } from '../../content/pages/islam.ts';
import { roadmap } from '../../content/pages/roadmap.ts';
import { cite } from '../../content/scripture.ts';
import { screens } from '../routes.ts';
import { page as healthPage } from './health/health.tsx';
import { page as islamPage } from './islam/islam.tsx';
import { QuarterTabs } from './roadmap/roadmap.tsx';
import { watchQuarterTabs } from './roadmap/tabs.ts';

test('the bar or the footer leads to every screen', () => {
  const links = [
    ...topBar.map(({ path }) => path),
    ...footer.groups.flatMap((group) => group.links.map(({ href }) => href)),
  ];
  const linked = new Set<string>(['/', ...links]);
  expect(screens.map(({ path }) => path).filter((path) => !linked.has(path))).toEqual([]);
});

const hrefOf = (id: string) => cite(id).url;
const { verse, quote, references } = islam.barakah;

for (const [name, page, links] of [
  [
    'Islam',
    islamPage,
    [...islam.cards.items.flatMap((card) => card.references), ...references, verse, quote].map(hrefOf),
  ],
  ['Health', healthPage, health.science.rows.flatMap((row) => [row.source.url, ...row.sunnah.map(hrefOf)])],
] as const)
  test(`every text and study that the ${name} page relies on is linked, and a verse is Arabic from right to left`, () => {
    const html = renderToStaticMarkup(page.hero) + renderToStaticMarkup(page.sections);
    expect(links.filter((href) => !html.includes(`href="${href}"`))).toEqual([]);
    const verses = html.match(/<blockquote [^>]*>/g) ?? [];
    expect(verses.length).toBeGreaterThan(1);
    expect(verses.filter((tag) => !tag.includes('lang="ar" dir="rtl"'))).toEqual([]);
  });

test('the Health page’s hero links to the note that it is not medical advice', () => {
  expect(renderToStaticMarkup(healthPage.hero)).toContain('href="#not-medical-advice"');
});

test('each feature of the roadmap shows its status and its priority; a tab pressed for a new tab is left to the browser', () => {
  render(<QuarterTabs />);
  for (const feature of roadmap.quarters.flatMap(({ features }) => features)) {
    const row = within(screen.getByRole('heading', { name: feature.title }).closest('li') as HTMLElement);
    expect(row.getByText(roadmap.statusLabels[feature.status])).toBeTruthy();
    expect(row.getByText(roadmap.priorityLabels[feature.priority])).toBeTruthy();
  }
  watchQuarterTabs();
  const [first, second] = screen.getAllByRole('tab');
  expect(fireEvent.click(second as HTMLElement, { ctrlKey: true })).toBe(true);
  expect(fireEvent.keyDown(first as HTMLElement, { key: 'ArrowRight', altKey: true })).toBe(true);
  expect(screen.getAllByRole('tab', { selected: true })).toEqual([first]);
});
