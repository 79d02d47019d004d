import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { footerVerse } from '../../content/scripture.ts';
import { sketches } from '../../content/sketches.ts';
import { islands } from '../island-list.ts';
import { loadIslands } from '../islands/island.tsx';
import { Coach } from './coach.tsx';
import { Triptych } from './sketches.tsx';

await loadIslands(islands);

test('each sketch is one picture with a sentence, without what the policy refuses', () => {
  const markup = renderToStaticMarkup(<Triptych />);
  for (const name of ['today', 'coach', 'night'] as const)
    expect(markup).toContain(`phone-${name}" role="img" aria-label="${sketches[name].label}"`);
  // What is drawn in it is not read out.
  expect(markup.match(/<svg[^>]* aria-hidden="true"/g)?.length).toBe(4);
  expect(markup).not.toMatch(/ style=|<style|NaN|undefined/);
});

test('the coach shows the verse whole', () => {
  const shown = [...renderToStaticMarkup(<Coach />).matchAll(/<text x="118"[^>]*>([^<]+)</g)];
  expect(shown.map(([, ayah]) => ayah).join(' ')).toBe(footerVerse.arabic);
});
