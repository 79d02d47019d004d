import { Marked, type Token, type TokenizerAndRendererExtension } from 'marked';
import sanitizeHtml from 'sanitize-html';
import { inNewTab, isOutside } from '../../app/ui/outside-link.ts';
import { scriptureHtml, withBlessingHtml } from '../../app/ui/scripture-html.ts';

/** A line of its own that shows a verse or a hadith: `::cite[q-94-5-6]`. */
export const citeLine = /^::cite\[([^\]\n]+)\][ \t]*$/;

const citeDirective: TokenizerAndRendererExtension = {
  name: 'cite',
  level: 'block',
  start: (source) => source.match(/^::cite\[/m)?.index,
  tokenizer(source) {
    const [line = ''] = source.split('\n', 1);
    const id = citeLine.exec(line)?.[1];
    return id ? { type: 'cite', raw: line, id } : undefined;
  },
  renderer: (token) => scriptureHtml(token.id),
};

const plain = (html: string) => sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });

/** `Two breaths first` becomes `section-two-breaths-first`: the prefix avoids the ids of the page around it. */
function sectionId(headingHtml: string): string {
  const words = plain(headingHtml)
    .toLowerCase()
    .replace(/&[a-z]+;|[’']/g, '');
  return `section-${words.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')}`;
}

/** The id itself, or the first of `id-2`, `id-3` and so on that is not taken. Takes it. */
function takeFreeId(id: string, taken: Set<string>): string {
  let free = id;
  for (let count = 2; taken.has(free); count += 1) free = `${id}-${count}`;
  taken.add(free);
  return free;
}

/** Short enough to stand on one line of a phone on which text is twice as large. */
const longestEnd = 18;

/** Binds the last two words of a text, so that no word ends it alone. */
function withBoundEnd(html: string): string {
  const [end = ''] = / [^ <>]+ [^ <>]+$/.exec(html) ?? [];
  const words = end.slice(1);
  if (words.length > longestEnd) return html;
  return html.slice(0, html.length - words.length) + words.replace(' ', '\u00a0');
}

/** A name with the Arabic article, which a browser would break after its hyphen; or a tag, or a name that is whole already. */
const hyphenedName = /<span class="whole-word">[^<]*<\/span>|<[^>]*>|\b[Aa][a-z]{1,2}-\p{Lu}[\p{L}‘’]*/gu;

/** Keeps each such name in the HTML of a text on one line. */
const withWholeNames = (html: string) =>
  html.replaceAll(hyphenedName, (found) =>
    found.startsWith('<') ? found : `<span class="whole-word">${found}</span>`,
  );

/** The parser of one article, whose headings each get an id of their own. */
function newParser(): Marked {
  const takenIds = new Set<string>();
  return new Marked({
    gfm: true,
    extensions: [citeDirective],
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const id = takeFreeId(sectionId(html), takenIds);
        return `<h${depth} id="${id}">${html}</h${depth}>\n`;
      },
      paragraph({ tokens }) {
        return `<p>${withWholeNames(withBoundEnd(this.parser.parseInline(tokens)))}</p>\n`;
      },
      listitem({ tokens }) {
        return `<li>${withWholeNames(withBoundEnd(this.parser.parse(tokens)))}</li>\n`;
      },
    },
  });
}

/** Links to other sites open in a new tab, as those of citations do. */
const addLinkAttributes: sanitizeHtml.Transformer = (tagName, attributes) => {
  const newTab: sanitizeHtml.Attributes = isOutside(attributes.href ?? '') ? inNewTab : {};
  return { tagName, attribs: { class: 'link', ...attributes, ...newTab } };
};

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'h2',
    'h3',
    'p',
    'ul',
    'ol',
    'li',
    'em',
    'strong',
    'a',
    'blockquote',
    'figure',
    'figcaption',
    'span',
    'hr',
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'target', 'class'],
    blockquote: ['lang', 'dir', 'class'],
    span: ['role', 'aria-label', 'class'],
    h2: ['id'],
    h3: ['id'],
    ol: ['start'],
    '*': ['class'],
  },
  allowedClasses: { '*': ['link', 'scripture', 'scripture-*', 'blessed', 'blessing', 'whole-word'] },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  transformTags: { a: addLinkAttributes },
};

/**
 * Renders an article's Markdown to HTML that holds only the tags above, whatever the Markdown holds.
 * @throws on a citation that is not in the verified list
 */
export function articleHtml(markdown: string): string {
  return sanitizeHtml(newParser().parse(withBlessingHtml(markdown), { async: false }), allowed).trim();
}

/** What Markdown can hold but an article does not show. It stops the build, because it would be lost silently. */
const notShown: Record<string, string> = {
  br: 'a line break within a paragraph',
  checkbox: 'a box to tick',
  code: 'a block of code',
  codespan: 'code',
  del: 'text that is struck out',
  html: 'HTML',
  image: 'a picture',
  table: 'a table',
};

const isShownLink = /^(https:\/\/|\/(?!\/)|#)/i;

function faultOf(token: Token): string | undefined {
  const isComment = token.type === 'html' && /^\s*<!--/.test(token.raw);
  const what = isComment ? undefined : notShown[token.type];
  if (what !== undefined) return `${what} is not shown in an article. Write it as text, a list or a quote.`;
  if (token.type === 'link' && !isShownLink.test(token.href))
    return `a link to ${token.href} does not work in an article. Link to https:// or to a path of this site such as /health.`;
  return undefined;
}

/**
 * Finds the first thing in an article's Markdown that its page would lose.
 * @returns the line it stands on, counted from 0, and a sentence; undefined where nothing is lost
 */
export function findLoss(markdown: string): { line: number; fault: string } | undefined {
  return firstLoss(newParser().lexer(markdown), markdown, 0);
}

/** @param text the text that the tokens are the parts of @param line the line on which the text begins */
function firstLoss(
  tokens: readonly Token[],
  text: string,
  line: number,
): { line: number; fault: string } | undefined {
  let end = 0;
  for (const token of tokens) {
    const found = text.indexOf(token.raw, end);
    // In a list the parts have lost their indentation, so they are not found: then the line is that of the part before.
    const start = found < 0 ? end : found;
    const here = line + text.slice(0, start).split('\n').length - 1;
    const fault = faultOf(token);
    if (fault !== undefined) return { line: here, fault };
    const loss = firstLoss(partsOf(token), token.raw, here);
    if (loss) return loss;
    end = found < 0 ? end : found + token.raw.length;
  }
  return undefined;
}

function partsOf(token: Token): Token[] {
  if (token.type === 'list') return token.items;
  return 'tokens' in token ? (token.tokens ?? []) : [];
}

/** Counts the words that a visitor reads, those with a Latin letter or a digit. Arabic is not counted, but its meaning is. */
export function countWords(html: string): number {
  return plain(html.replace(/<\//g, ' </'))
    .split(/\s+/)
    .filter((word) => /[A-Za-z0-9]/.test(word)).length;
}
