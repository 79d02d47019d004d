import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { footerVerse } from '../../content/scripture.ts';
import { sketches } from '../../content/sketches.ts';
import { Coach } from './coach.tsx';
import { Night } from './night.tsx';
import { Today } from './today.tsx';

test.each([
  ['today', <Today key="today" />],
  ['coach', <Coach key="coach" />],
  ['night', <Night key="night" />],
] as const)('the sketch %s is one named picture, without what the policy refuses', (name, sketch) => {
  const markup = renderToStaticMarkup(sketch);
  expect(markup).toContain(`role="img" aria-label="${sketches[name].label}"`);
  expect(markup).not.toMatch(/ style=|<style|NaN|undefined/);
});

test('the coach shows the verse whole', () => {
  const shown = [...renderToStaticMarkup(<Coach />).matchAll(/<text x="118"[^>]*>([^<]+)</g)];
  expect(shown.map(([, ayah]) => ayah).join(' ')).toBe(footerVerse.arabic);
});
