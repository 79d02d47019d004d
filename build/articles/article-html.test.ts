import { expect, test } from 'vitest';
import { articleHtml } from './article-html.ts';

test('a link to a section of the article stays in its tab', () => {
  expect(articleHtml('[Below](#section-rest)')).toBe('<p><a class="link" href="#section-rest">Below</a></p>');
});
