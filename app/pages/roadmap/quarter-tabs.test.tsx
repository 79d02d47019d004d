// @vitest-environment happy-dom
import { fireEvent, render as renderWithoutScript, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { roadmap } from '../../../content/pages/roadmap.ts';
import { QuarterTabs } from './roadmap.tsx';
import { watchQuarterTabs } from './tabs.ts';

const { tabsLabel, statusLabels, priorityLabels, quarters } = roadmap;
const [first = '', second = '', third = ''] = quarters.map(({ id }) => id);
const last = quarters.at(-1)?.id ?? '';
const tabOf = (quarter: string) => `${quarter}-tab`;
const tabNamed = (index: number) =>
  screen.getByRole('tab', { name: new RegExp(quarters.at(index)?.name ?? '') });
const tabs = (
  <QuarterTabs
    label={tabsLabel}
    statusLabels={statusLabels}
    priorityLabels={priorityLabels}
    quarters={quarters}
  />
);

function render(element: ReactElement): void {
  renderWithoutScript(element);
  watchQuarterTabs();
}

afterEach(() => {
  document.body.replaceChildren();
  location.hash = '';
});

function selected(): string[] {
  return screen.getAllByRole('tab', { selected: true }).map((tab) => tab.id);
}

function activePanels(): string[] {
  return [...document.querySelectorAll('[role=tabpanel][data-state=active]')].map((panel) => panel.id);
}

test('the first quarter is open at first', () => {
  render(tabs);
  expect(selected()).toEqual([tabOf(first)]);
  expect(activePanels()).toEqual([first]);
});

test('a click opens one quarter and closes the other, without leaving the page', () => {
  render(tabs);
  const stayed = fireEvent.click(tabNamed(2));
  expect(stayed).toBe(false);
  expect(selected()).toEqual([tabOf(third)]);
  expect(activePanels()).toEqual([third]);
});

test('arrows go round, Home and End go to the ends, and focus and selection go along', () => {
  render(tabs);
  const route = [
    ['ArrowLeft', tabOf(last)],
    ['ArrowRight', tabOf(first)],
    ['ArrowRight', tabOf(second)],
    ['End', tabOf(last)],
    ['Home', tabOf(first)],
  ] as const;
  tabNamed(0).focus();
  for (const [key, id] of route) {
    fireEvent.keyDown(document.activeElement as Element, { key });
    expect(document.activeElement?.id).toBe(id);
    expect(selected()).toEqual([id]);
  }
});

test('other keys, and keys and clicks with a modifier, are left to the browser', () => {
  render(tabs);
  const tab = tabNamed(0);
  expect(fireEvent.keyDown(tab, { key: 'Tab' })).toBe(true);
  expect(fireEvent.keyDown(tab, { key: 'ArrowDown' })).toBe(true);
  expect(fireEvent.keyDown(tab, { key: 'ArrowRight', altKey: true })).toBe(true);
  expect(fireEvent.click(tabNamed(1), { ctrlKey: true })).toBe(true);
  expect(selected()).toEqual([tabOf(first)]);
});

test('only the chosen tab is in the tab order, and each names its panel and is named by it', () => {
  render(tabs);
  for (const tab of screen.getAllByRole('tab')) {
    expect(tab.tabIndex).toBe(tab.getAttribute('aria-selected') === 'true' ? 0 : -1);
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
    expect(panel?.getAttribute('aria-labelledby')).toBe(tab.id);
  }
});

test('a URL that ends in a quarter opens that quarter', () => {
  location.hash = `#${second}`;
  render(tabs);
  expect(activePanels()).toEqual([second]);
});

test('each feature shows its status and its priority', () => {
  render(tabs);
  for (const quarter of quarters) {
    for (const feature of quarter.features) {
      const row = screen.getByRole('heading', { name: feature.title }).closest('li') as HTMLElement;
      expect(within(row).getByText(statusLabels[feature.status])).toBeTruthy();
      expect(within(row).getByText(priorityLabels[feature.priority])).toBeTruthy();
    }
  }
});

test('without a script every quarter is in the page, and its tab is a link to it', () => {
  const html = renderToStaticMarkup(tabs);
  for (const quarter of quarters) {
    expect(html).toContain(`href="#${quarter.id}"`);
    for (const feature of quarter.features) expect(html).toContain(feature.title);
  }
  expect(html).not.toMatch(/\shidden|style=/);
});
