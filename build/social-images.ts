import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import { DomUtils, parseDocument } from 'htmlparser2';
import subsetFont from 'subset-font';
import type { SocialCardMarkup } from '../app/social/social-cards.tsx';
import { faces, sourceFile } from './faces.ts';
import type { BuiltFile } from './icons.ts';
import { nightTokens, plainColours, stillRules } from './plain-colours.ts';

/** The faces of a picture, with the one weight that its text has. */
const pictureFaces = [{ face: faces.display }, { face: faces.text, variationAxes: { wght: 500 } }];

/** Writes the site's two faces as plain OpenType into a folder, cut to a text; the renderer reads fonts from files only. */
async function writeFonts(folder: string, text: string): Promise<string[]> {
  return Promise.all(
    pictureFaces.map(async ({ face, ...options }, index) => {
      const font = await subsetFont(await readFile(sourceFile(face)), text, {
        targetFormat: 'sfnt',
        ...options,
      });
      const file = join(folder, `${index}.ttf`);
      await writeFile(file, font);
      return file;
    }),
  );
}

/**
 * The pictures shown where a page's URL is shared: PNG files of 1200 by 630, the same bytes for the same markup.
 * @throws when a drawing uses a colour token that does not exist
 */
export async function socialImages(cards: readonly SocialCardMarkup[]): Promise<BuiltFile[]> {
  const [tokenStyles = '', ...drawingStyles] = await Promise.all(
    ['../app/styles/tokens.css', '../app/drawings/day-arc.css', '../app/drawings/drawings.css'].map((path) =>
      readFile(new URL(path, import.meta.url), 'utf8'),
    ),
  );
  const tokens = nightTokens(tokenStyles);
  const style = `<style>${plainColours(stillRules(drawingStyles.join('')), tokens)}</style>`;
  const folder = await mkdtemp(join(tmpdir(), 'social-images-'));
  try {
    const text = cards.map(({ svg }) => DomUtils.textContent(parseDocument(svg))).join('');
    const fontFiles = await writeFonts(folder, text);
    return await Promise.all(
      cards.map(async ({ fileName, svg }) => {
        const markup = plainColours(svg, tokens).replace(/^<svg[^>]*>/, (open) => open + style);
        const image = await renderAsync(markup, {
          font: { loadSystemFonts: false, fontFiles },
        });
        return { fileName, source: image.asPng() };
      }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
