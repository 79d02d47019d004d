import { LineCounter, type Node, parseDocument } from 'yaml';
import { z } from 'zod';
import type { FrontMatter } from '../../content/article.ts';
import { blogCategories } from '../../content/blog-categories.ts';
import { site } from '../../content/site.ts';

const frontMatterSchema: z.ZodType<FrontMatter> = z.strictObject({
  title: z.string().min(1).max(80),
  excerpt: z.string().min(1).max(220),
  author: z.string().min(1).max(60).default(site.name),
  sample: z.boolean(),
  date: z.iso.date(),
  readTime: z.int().positive(),
  category: z.enum(blogCategories),
  featured: z.boolean(),
  hour: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as "05:10"'),
});

/** A mistake in an article's file, and the line it stands on. */
export class ArticleMistake extends Error {
  override name = 'ArticleMistake';

  constructor(fileName: string, line: number, mistake: string) {
    super(`content/articles/${fileName}, line ${line}: ${mistake}`);
  }
}

const fence = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/**
 * Separates the front matter of a Markdown file from its body.
 * @returns the checked front matter, the body, and the line on which a field or the body starts
 * @throws ArticleMistake at the first mistake, naming file and line
 */
export function readFrontMatter(fileName: string, text: string) {
  const mistakeOn = (line: number, mistake: string) => new ArticleMistake(fileName, line, mistake);
  return parseFrontMatter(text, frontMatterSchema, mistakeOn);
}

/** Separates the front matter of a Markdown file of another kind. @param mistakeOn makes the error for the first mistake */
export function parseFrontMatter<Fields>(
  text: string,
  schema: z.ZodType<Fields>,
  mistakeOn: (line: number, mistake: string) => Error,
) {
  const match = fence.exec(text);
  if (!match?.[1]) {
    throw mistakeOn(1, 'the file must open with front matter between two lines of ---.');
  }
  const lines = new LineCounter();
  const document = parseDocument(match[1], { lineCounter: lines });
  const [malformed] = document.errors;
  if (malformed) {
    const { line } = lines.linePos(malformed.pos[0]);
    throw mistakeOn(line + 1, `the front matter is not YAML: ${malformed.message.split('\n')[0]}`);
  }

  const lineOf = (field: PropertyKey | undefined): number => {
    const { range } = (document.get(field, true) ?? {}) as Partial<Node>;
    return range ? lines.linePos(range[0]).line + 1 : 1;
  };

  const checked = schema.safeParse(document.toJS());
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
    throw mistakeOn(lineOf(field), `${String(field ?? 'front matter')}: ${issue?.message ?? 'is wrong'}`);
  }
  const bodyLine = match[0].split('\n').length;
  return { frontMatter: checked.data, body: text.slice(match[0].length), lineOf, bodyLine };
}
