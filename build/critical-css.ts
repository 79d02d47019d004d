import postcss, { type Root } from 'postcss';
import { PurgeCSS } from 'purgecss';

/** Selectors of what the first paint does not show: nothing is open (the menu), selected, hovered over or disabled yet. */
const notOnFirstPaint = /::(backdrop|selection)|:hover|:disabled|\.menu-(sheet|top)/;

/** Whether a text has a character of a `unicode-range` (CSS Fonts 4, without wildcards). */
export function hasCharacterOf(range: string, text: string): boolean {
  const parts = range.split(',').map((part) => {
    const [from = '', to = from] = part.trim().slice(2).split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  return codes.some((code) => parts.some(([from, to]) => from <= code && code <= to));
}

/**
 * The text of a first screen.
 * @param within a pattern for parts of the markup: only the text of its first group counts
 */
function textOf(markup: string, within?: RegExp): string {
  const parts = within ? [...markup.matchAll(within)].map(([, part = '']) => part) : [markup];
  return parts.join('').replace(/<[^>]*>/g, '');
}

/** What stands in italics. */
const italics = /<em\b[^>]*>(.*?)<\/em>/gs;

/** Removes the faces that nothing on the first screen is drawn in; the whole sheet has them. Changes the given rules. */
function dropUnusedFaces(rules: Root, markup: string): void {
  const families: string[] = [];
  rules.walkDecls(/^(--)?font/, ({ parent, value }) => {
    if (parent?.type === 'rule') families.push(value);
  });
  rules.walkAtRules('font-face', (face) => {
    face.walkDecls('font-family', ({ value }) => {
      if (!families.some((set) => set.includes(value.replaceAll('"', '')))) face.remove();
    });
    const isItalic = face.some((declaration) => declaration.toString() === 'font-style:italic');
    const text = textOf(markup, isItalic ? italics : undefined);
    if (text === '') face.remove();
    face.walkDecls('unicode-range', ({ value }) => {
      if (!hasCharacterOf(value, text)) face.remove();
    });
  });
}

/**
 * Removes comments, rules that the first paint does not need, and the blocks left empty. Forced colours and more contrast follow
 * a moment later, with the whole sheet. Changes the given rules.
 */
function dropUnneeded(rules: Root): void {
  rules.walkComments((comment) => void comment.remove());
  rules.walkRules((rule) => {
    const selectors = rule.selectors.filter((selector) => !notOnFirstPaint.test(selector));
    if (selectors.length === 0 || rule.nodes.length === 0) rule.remove();
    else rule.selectors = selectors;
  });
  rules.walkAtRules((block) => {
    const isForOthers = block.params === 'print' || /forced-colors|prefers-contrast/.test(block.params);
    if (block.nodes?.length === 0 || isForOthers) block.remove();
  });
}

/**
 * Removes the variables that nothing reads any more, then those that only these read. Changes the given rules.
 * @param others what else reads variables
 */
function dropUnreadVariables(rules: Root, others: string): void {
  const read = new Set((rules.toString() + others).match(/(?<=var\()--[\w-]+/g));
  let hasDropped = false;
  rules.walkDecls(/^--(?!lightningcss)/, (declaration) => {
    if (read.has(declaration.prop)) return;
    declaration.remove();
    hasDropped = true;
  });
  if (hasDropped) dropUnreadVariables(rules, others);
}

/**
 * The rules of a style sheet that draw a page's first screen. Inlined in the page, they save the first paint a round trip. The
 * whole sheet follows below the hero and repeats them.
 * @param styleSheet the built style sheet
 * @param markup the first screen, from `<body` on
 * @param ownRules the rules only this page has: the variables of the sheet that they and the drawings read are kept
 */
export async function criticalCss(styleSheet: string, markup: string, ownRules: string): Promise<string> {
  // Without text and without attributes that no selector names: `transform="…"` is not the class.
  const raw = markup.replace(/>[^<]+</g, '><').replace(/ (?!class|id|type|data-)[\w-]+="[^"]*"/g, '');
  const [purged] = await new PurgeCSS().purge({
    content: [{ raw: `<html>${raw}`, extension: 'html' }],
    css: [{ raw: styleSheet }],
    keyframes: true,
  });
  if (!purged) throw new Error('The style sheet could not be read for its critical rules.');
  const rules = postcss.parse(purged.css);
  dropUnneeded(rules);
  dropUnusedFaces(rules, markup);
  dropUnreadVariables(rules, ownRules + markup);
  return rules.toString().replaceAll('\n', '');
}
