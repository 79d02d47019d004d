import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Article } from '../../content/article.ts';
import { readArticle } from './read-article.ts';

/**
 * Reads every article of a folder, newest first.
 * @throws ArticleMistake for a bad file, and an Error when not exactly one article is featured
 */
export async function readArticles(folder: string): Promise<Article[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  const articles = await Promise.all(
    names.map(async (name) => readArticle(name, await readFile(join(folder, name), 'utf8'))),
  );
  const featured = articles.filter((article) => article.featured).map((article) => `${article.slug}.md`);
  if (featured.length !== 1) {
    throw new Error(
      `Exactly one article in ${folder} must say featured: true; now ${featured.join(', ') || 'none'} does. Set the field in the front matter.`,
    );
  }
  return articles.sort(
    (one, other) => other.date.localeCompare(one.date) || one.slug.localeCompare(other.slug),
  );
}
