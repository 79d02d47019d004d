// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
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
  test(`every text and study that the ${name} page relies on is linked`, () => {
    const html = renderToStaticMarkup(page.hero) + renderToStaticMarkup(page.sections);
    expect(links.filter((href) => !html.includes(`href="${href}"`))).toEqual([]);
  });

test('each feature of the roadmap shows its status and its priority', () => {
  render(<QuarterTabs />);
  for (const feature of roadmap.quarters.flatMap(({ features }) => features)) {
    const row = within(screen.getByRole('heading', { name: feature.title }).closest('li') as HTMLElement);
    expect(row.getByText(roadmap.statusLabels[feature.status])).toBeTruthy();
    expect(row.getByText(roadmap.priorityLabels[feature.priority])).toBeTruthy();
  }
});
