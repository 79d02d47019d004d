import postcss, { type Root } from 'postcss';
import { PurgeCSS } from 'purgecss';

/** What no first paint shows: the look of what is being pressed, marked or waited for. */
const notSeenFirst = /::(backdrop|selection)|:hover|:disabled/;

/** Takes away the faces that nothing of the first screen is set in: the whole sheet brings them. Changes the rules it is given. */
function dropUnreadFaces(rules: Root): void {
  const families: string[] = [];
  rules.walkDecls(/^(--)?font/, ({ parent, value }) => {
    if (parent?.type === 'rule') families.push(value);
  });
  rules.walkAtRules('font-face', (face) => {
    face.walkDecls('font-family', ({ value }) => {
      if (!families.some((set) => set.includes(value.replaceAll('"', '')))) face.remove();
    });
  });
}

/** Takes away what no rule of the first screen reads, and the blocks that are empty then. Changes the rules it is given. */
function dropUnread(rules: Root): void {
  rules.walkComments((comment) => {
    comment.remove();
  });
  rules.walkRules((rule) => {
    const selectors = rule.selectors.filter((selector) => !notSeenFirst.test(selector));
    if (selectors.length === 0 || rule.nodes.length === 0) rule.remove();
    else rule.selectors = selectors;
  });
  rules.walkAtRules((block) => {
    if (block.nodes?.length === 0) block.remove();
  });
}

/** The markup without its words and without attributes that no selector names: `transform="…"` is not the class. */
function selectable(markup: string): string {
  return markup.replace(/>[^<]+</g, '><').replace(/ (?!class|id|type|data-)[\w-]+="[^"]*"/g, '');
}

/**
 * The rules of a style sheet that a page's first screen is drawn with, to stand in the page itself: they save the first paint
 * a way to the server and back. The whole sheet follows below the hero and says the same again.
 * Takes the built style sheet, the first screen's markup from `<body` on, and the rules only this page has: what they and the
 * drawings read of the sheet's variables is kept.
 */
export async function criticalCss(styleSheet: string, markup: string, ownRules: string): Promise<string> {
  const [purged] = await new PurgeCSS().purge({
    content: [{ raw: `<html>${selectable(markup)}`, extension: 'html' }],
    css: [{ raw: styleSheet }],
    keyframes: true,
    variables: true,
    safelist: { variables: (ownRules + markup).match(/--[\w-]+/g) ?? [] },
  });
  if (!purged) throw new Error('The style sheet could not be read for its critical rules.');
  const rules = postcss.parse(purged.css);
  dropUnread(rules);
  dropUnreadFaces(rules);
  return rules.toString().replaceAll('\n', '');
}
