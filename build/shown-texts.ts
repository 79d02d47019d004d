import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile, selectAll } from 'css-select';
import { type AnyNode, type Element, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import postcss, { type Declaration } from 'postcss';
import { countryOf, places } from '../app/prayer-day/places.ts';
import * as failedToast from '../content/failed-toast.ts';
import * as messages from '../content/messages.ts';
import * as ownDay from '../content/own-day.ts';
import * as toasts from '../content/toasts.ts';
import * as tryDay from '../content/try-day.ts';
import { developmentAssets } from './assets.ts';

/** Which of the site's faces a text is set in. */
export type FaceName = 'text' | 'marked' | 'display' | 'italic' | 'ayah';

/** A text, the face it is set in, and where. */
export interface ShownText {
  face: FaceName;
  text: string;
  /** The path of the document, or what shows it. */
  page: string;
}

/** The site's own style sheets, by their paths. */
async function styleSheets(root: string): Promise<Map<string, postcss.Root>> {
  const sheets = new Map<string, postcss.Root>();
  for await (const path of glob('app/**/*.css', { cwd: root }))
    sheets.set(path, postcss.parse(await readFile(join(root, path), 'utf8')));
  return sheets;
}

/** The selectors of the rules whose declarations of `font`, `font-family` or `font-style` hold a word. */
function selectorsWith(sheets: Map<string, postcss.Root>, word: string): string[] {
  const selectors: string[] = [];
  for (const sheet of sheets.values())
    sheet.walkDecls(/^font(-family|-style)?$/, (found) => {
      if (found.value.includes(word)) selectors.push(...selectorsOf(found));
    });
  return selectors;
}

/** A keyframe and a @font-face rule have no selector; the content of a pseudo-element is not a text of the page. */
function selectorsOf({ parent }: Declaration): string[] {
  if (parent?.type !== 'rule' || (parent.parent as { name?: string } | undefined)?.name === 'keyframes')
    return [];
  return (parent as postcss.Rule).selectors.filter((selector) => !selector.includes('::'));
}

type Test = (element: Element) => boolean;

const matches = (selectors: readonly string[]): Test =>
  selectors.length === 0 ? () => false : compile(selectors.join(','));

/** Which elements the site's rules set in which face. */
interface Faces {
  isDisplay: Test;
  isItalic: Test;
  isAyah: Test;
}

const facesOf = (sheets: Map<string, postcss.Root>): Faces => ({
  isDisplay: matches(selectorsWith(sheets, 'var(--font-display)')),
  isItalic: matches(['em', 'i', ...selectorsWith(sheets, 'italic')]),
  isAyah: matches(selectorsWith(sheets, 'var(--font-ayah)')),
});

/**
 * Collects the texts below a node. Text inside a display element counts as display text even where a nested rule sets it in
 * another face: a face may hold a character too many, never one too few.
 */
function collect(
  node: AnyNode,
  faces: Faces,
  around: { display: boolean; italic: boolean },
  found: (face: FaceName, text: string) => void,
) {
  if (isText(node)) {
    found('text', node.data);
    if (around.display) found('display', node.data);
    if (around.display && around.italic) found('italic', node.data);
  }
  if (!isTag(node)) return;
  if (faces.isAyah(node)) {
    for (const child of node.children) if (isText(child)) found('ayah', child.data);
    return;
  }
  const { placeholder, value } = node.attribs;
  for (const shown of [placeholder, value]) if (shown) found('text', shown);
  const inside = {
    display: around.display || faces.isDisplay(node),
    italic: around.italic || faces.isItalic(node),
  };
  for (const child of node.children) collect(child, faces, inside, found);
}

/** The texts that the style sheets themselves add, by `content`. */
function generatedTexts(sheets: Map<string, postcss.Root>): ShownText[] {
  const texts: ShownText[] = [];
  for (const [path, sheet] of sheets)
    sheet.walkDecls('content', ({ value }) => {
      texts.push({ face: 'text', text: value, page: path });
    });
  return texts;
}

/** Every string in an exported value, at any depth. */
function wordsIn(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  return typeof content === 'object' && content !== null ? Object.values(content).flatMap(wordsIn) : [];
}

function textsIn(faces: Faces, page: string, html: string): ShownText[] {
  const texts: ShownText[] = [];
  for (const body of selectAll('body', parseDocument(html))) {
    collect(body, faces, { display: false, italic: false }, (face, text) => texts.push({ face, text, page }));
  }
  return texts;
}

/**
 * The texts of a document, by the face that the site's rules set them in.
 * @param root the project's folder, which the rules are read from
 */
export const textsOf = async (root: string, page: string, html: string): Promise<ShownText[]> =>
  textsIn(facesOf(await styleSheets(root)), page, html);

/** All that the site shows: every document, and what scripts show in dialogs and toasts. */
export async function shownTexts(
  root: string,
  { allDocuments, renderDocument }: typeof import('../app/render-document.tsx'),
): Promise<ShownText[]> {
  const sheets = await styleSheets(root);
  const faces = facesOf(sheets);
  const documents = await Promise.all(
    allDocuments().map(async ({ path }) =>
      textsIn(faces, path, (await renderDocument(path, developmentAssets)).html),
    ),
  );
  const byScript = [
    ...wordsIn([messages, toasts, failedToast, ownDay, tryDay]),
    ...places().flatMap((place) => [place.city, countryOf(place)]),
  ];
  return [
    ...documents.flat(),
    ...generatedTexts(sheets),
    // Where a time zone names no city, the title under the drawn day shows the zone itself: Etc/GMT+5.
    { face: 'italic', text: '()/_+', page: 'a script' },
    ...byScript.map((text): ShownText => ({ face: 'text', text, page: 'a script' })),
  ];
}
