import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import type { Article, ArticleSummary } from '../../content/article.ts';
import { readArticles } from './read-articles.ts';

const list = 'virtual:articles';
const body = 'virtual:article/';
// By Rollup's convention the null character keeps other plugins away from a module that is no file.
const resolved = (id: string) => `\0${id}`;
const folderIn = (root: string) => join(root, 'content/articles');

const summaryOf = ({ html: _html, words: _words, sample: _sample, ...summary }: Article): ArticleSummary =>
  summary;

function listModule(articles: readonly Article[]): string {
  const bodies = articles.map(
    ({ slug }) => `${JSON.stringify(slug)}: () => import(${JSON.stringify(body + slug)})`,
  );
  return [
    `export default ${JSON.stringify(articles.map(summaryOf))};`,
    `export const bodies = { ${bodies.join(', ')} };`,
  ].join('\n');
}

/**
 * Serves the articles of content/articles to the pages. `virtual:articles` is the list without the texts, and
 * `virtual:article/<slug>` is one text: a browser loads it when the article is opened. A bad file stops the build.
 */
export function articles(): Plugin {
  return {
    name: 'articles',
    resolveId(id) {
      return id === list || id.startsWith(body) ? resolved(id) : undefined;
    },
    async load(id) {
      if (id !== resolved(list) && !id.startsWith(resolved(body))) return undefined;
      const found = await readArticles(folderIn(this.environment.config.root));
      if (id === resolved(list)) return listModule(found);
      const article = found.find(({ slug }) => id === resolved(body + slug));
      if (!article) throw new Error(`There is no ${id.slice(1)}: content/articles has no such file.`);
      return `export const html = ${JSON.stringify(article.html)};`;
    },
    hotUpdate({ file, modules }) {
      const { config, moduleGraph: graph } = this.environment;
      if (dirname(file) !== folderIn(config.root) || !file.endsWith('.md')) return undefined;
      const stale = [...graph.idToModuleMap].filter(([id]) => id.startsWith(resolved('virtual:article')));
      return [...modules, ...stale.map(([, module]) => module)];
    },
  };
}
