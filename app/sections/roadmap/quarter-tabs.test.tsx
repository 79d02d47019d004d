// @vitest-environment happy-dom
import { fireEvent, render as renderStill, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { roadmap } from '../../../content/pages/roadmap.ts';
import { watchQuarterTabs } from './choose-quarter.ts';
import { QuarterTabs } from './quarter-tabs.tsx';

const { tabsLabel, statusLabels, priorityLabels, quarters } = roadmap;
const tabs = (
  <QuarterTabs
    label={tabsLabel}
    statusLabels={statusLabels}
    priorityLabels={priorityLabels}
    quarters={quarters}
  />
);

function render(element: ReactElement): void {
  renderStill(element);
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

test('the first quarter of 2026 is open at first', () => {
  render(tabs);
  expect(selected()).toEqual(['q1-2026-tab']);
  expect(activePanels()).toEqual(['q1-2026']);
});

test('a click opens one quarter and closes the other, without leaving the page', () => {
  render(tabs);
  const stayed = fireEvent.click(screen.getByRole('tab', { name: /Q3 2026/ }));
  expect(stayed).toBe(false);
  expect(selected()).toEqual(['q3-2026-tab']);
  expect(activePanels()).toEqual(['q3-2026']);
});

test('arrows go round, Home and End go to the ends, and focus and selection go along', () => {
  render(tabs);
  const route = [
    ['ArrowLeft', 'q4-2026-tab'],
    ['ArrowRight', 'q1-2026-tab'],
    ['ArrowRight', 'q2-2026-tab'],
    ['End', 'q4-2026-tab'],
    ['Home', 'q1-2026-tab'],
  ] as const;
  screen.getByRole('tab', { name: /Q1 2026/ }).focus();
  for (const [key, id] of route) {
    fireEvent.keyDown(document.activeElement as Element, { key });
    expect(document.activeElement?.id).toBe(id);
    expect(selected()).toEqual([id]);
  }
});

test('keys that belong to nobody here are left to the browser', () => {
  render(tabs);
  const first = screen.getByRole('tab', { name: /Q1 2026/ });
  expect(fireEvent.keyDown(first, { key: 'Tab' })).toBe(true);
  expect(fireEvent.keyDown(first, { key: 'ArrowDown' })).toBe(true);
  expect(fireEvent.keyDown(first, { key: 'ArrowRight', altKey: true })).toBe(true);
  expect(fireEvent.click(screen.getByRole('tab', { name: /Q2 2026/ }), { ctrlKey: true })).toBe(true);
  expect(selected()).toEqual(['q1-2026-tab']);
});

test('only the chosen tab is in the tab order, and each names its panel and is named by it', () => {
  render(tabs);
  for (const tab of screen.getAllByRole('tab')) {
    expect(tab.tabIndex).toBe(tab.getAttribute('aria-selected') === 'true' ? 0 : -1);
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
    expect(panel?.getAttribute('aria-labelledby')).toBe(tab.id);
  }
});

test('an address that ends in a quarter opens that quarter', () => {
  location.hash = '#q2-2026';
  render(tabs);
  expect(activePanels()).toEqual(['q2-2026']);
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
