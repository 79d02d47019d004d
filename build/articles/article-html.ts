import { Marked, type TokenizerAndRendererExtension } from 'marked';
import sanitizeHtml from 'sanitize-html';
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

const marked = new Marked({
  gfm: true,
  extensions: [citeDirective],
  renderer: {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens);
      return `<h${depth} id="${sectionId(html)}">${html}</h${depth}>\n`;
    },
  },
});

/** Links to other sites open in a new tab, as those of citations do. */
const addLinkAttributes: sanitizeHtml.Transformer = (tagName, attributes) => {
  const beside = { target: '_blank', rel: 'noopener noreferrer' };
  const own: sanitizeHtml.Attributes = /^https:/i.test(attributes.href ?? '') ? beside : {};
  return { tagName, attribs: { class: 'link', ...attributes, ...own } };
};

const allowed: sanitizeHtml.IOptions = {
  allowedTags: 'h2 h3 p ul ol li em strong a blockquote figure figcaption span hr'.split(' '),
  allowedAttributes: {
    a: ['href', 'rel', 'target', 'class'],
    blockquote: ['lang', 'dir', 'class'],
    span: ['role', 'aria-label', 'class'],
    h2: ['id'],
    h3: ['id'],
    ol: ['start'],
    '*': ['class'],
  },
  allowedClasses: { '*': ['link', 'scripture', 'scripture-*', 'blessed', 'blessing'] },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  transformTags: { a: addLinkAttributes },
};

/**
 * Renders an article's Markdown to HTML that holds only the tags above, whatever the Markdown holds.
 * @throws on a citation that is not in the verified list
 */
export function articleHtml(markdown: string): string {
  return sanitizeHtml(marked.parse(withBlessingHtml(markdown), { async: false }), allowed).trim();
}

/** Counts the words that are read: those with a Latin letter or a digit. Arabic is left out; its meaning is counted. */
export function countWords(html: string): number {
  return plain(html.replace(/<\//g, ' </'))
    .split(/\s+/)
    .filter((word) => /[A-Za-z0-9]/.test(word)).length;
}
