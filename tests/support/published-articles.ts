import { join } from 'node:path';
import { readArticles } from '../../build/articles/read-articles.ts';

/** The articles of content/articles, newest first: an owner adds and removes them. */
export const publishedArticles = await readArticles(join(import.meta.dirname, '../../content/articles'));
