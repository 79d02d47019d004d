// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { roadmap } from '../../../content/pages/roadmap.ts';
import { QuarterTabs } from './roadmap.tsx';
import { watchQuarterTabs } from './tabs.ts';

const { tabsLabel, statusLabels, priorityLabels, quarters } = roadmap;

test('other keys, and keys and clicks with a modifier, are left to the browser', () => {
  render(
    <QuarterTabs
      label={tabsLabel}
      statusLabels={statusLabels}
      priorityLabels={priorityLabels}
      quarters={quarters}
    />,
  );
  watchQuarterTabs();
  const [tab, next] = screen.getAllByRole('tab') as [HTMLElement, HTMLElement];
  expect(fireEvent.keyDown(tab, { key: 'ArrowDown' })).toBe(true);
  expect(fireEvent.keyDown(tab, { key: 'ArrowRight', altKey: true })).toBe(true);
  expect(fireEvent.click(next, { ctrlKey: true })).toBe(true);
  expect(tab.getAttribute('aria-selected')).toBe('true');
});
