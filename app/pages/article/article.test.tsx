// @vitest-environment happy-dom
import articles from 'virtual:articles';
import { cleanup, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { articlePath } from '../../../content/paths.ts';
import { articlePage } from './article.tsx';

/** The articles that the end of an article leads to. */
function ledToBy(path: string): string[] {
  const article = articles.find(({ slug }) => articlePath(slug) === path);
  if (!article) throw new Error(`There is no article at ${path}.`);
  render(articlePage(article, '').sections);
  const links = [...document.querySelectorAll('.article-others a')];
  cleanup();
  return links.map((link) => link.getAttribute('href') ?? '');
}

test('the first links at the ends of the articles lead to every article', () => {
  const all = articles.map(({ slug }) => articlePath(slug));
  let path = all[0] ?? '';
  const visited = all.map(() => {
    [path = ''] = ledToBy(path);
    return path;
  });
  expect(visited.toSorted()).toEqual(all.toSorted());
});
