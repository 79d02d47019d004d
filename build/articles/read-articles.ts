import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Article } from '../../content/article.ts';
import { cite } from '../../content/scripture.ts';
import { readTextFile } from '../../system/text-file.ts';
import { articleHtml, citeLine, countWords, findLoss } from './article-html.ts';
import { ArticleMistake, readFrontMatter } from './front-matter.ts';

/** The pace behind every read time. */
const wordsAMinute = 220;

const slugOf = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/;

function checkBody(fileName: string, body: string, firstLine: number): void {
  let depth = 1;
  for (const [index, line] of body.split('\n').entries()) {
    const mistake = (words: string) => new ArticleMistake(fileName, firstLine + index, words);
    const heading = /^ {0,3}(#{1,6})(?:[ \t]|$)/.exec(line)?.[1]?.length;
    if (heading === 1) throw mistake('write the title in the front matter only. Begin sections with ##.');
    if (heading && heading > 3) throw mistake('headings go down to ###. Make this one ### or a paragraph.');
    if (heading && heading > depth + 1) throw mistake('this heading leaves out a level.');
    if (heading) depth = heading;
    if (!line.startsWith('::')) continue;
    const id = citeLine.exec(line)?.[1];
    if (!id) throw mistake('a citation is written ::cite[id], on a line of its own.');
    try {
      cite(id);
    } catch (error) {
      throw mistake((error as Error).message);
    }
  }
  const loss = findLoss(body);
  if (loss) throw new ArticleMistake(fileName, firstLine + loss.line, loss.fault);
}

/**
 * Turns one Markdown file into an article. Pure, so that the build, the development server and the tests read alike.
 * @param fileName the name alone, such as `the-first-hour.md`
 * @throws ArticleMistake, naming file and line, when the front matter, a heading, a citation or the read time is wrong
 */
export function readArticle(fileName: string, text: string): Article {
  const slug = slugOf.exec(fileName)?.[1];
  if (!slug)
    throw new ArticleMistake(fileName, 1, 'the name must be small letters, digits and hyphens, then .md.');
  const { frontMatter, body, lineOf, bodyLine } = readFrontMatter(fileName, text);
  checkBody(fileName, body, bodyLine);
  const html = articleHtml(body);
  const words = countWords(html);
  const minutes = Math.max(1, Math.round(words / wordsAMinute));
  if (minutes !== frontMatter.readTime) {
    const mistake = `readTime says ${frontMatter.readTime}, but ${words} words at ${wordsAMinute} a minute take ${minutes}.`;
    throw new ArticleMistake(fileName, lineOf('readTime'), mistake);
  }
  return { ...frontMatter, slug, words, html };
}

/**
 * Reads every article of a folder, newest first.
 * @throws ArticleMistake for a bad file, UnreadableFile for one that is no text, and an Error when not exactly one article is featured
 */
export async function readArticles(folder: string): Promise<Article[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  const articles = names.map((name) => readArticle(name, readTextFile(join(folder, name))));
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
