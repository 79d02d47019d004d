import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import subsetFont from 'subset-font';
import type { SocialCardMarkup } from '../app/social/social-cards.tsx';
import { charactersOf, latinFaces, wholeFace } from './fonts/faces.ts';
import type { BuiltFile } from './render-site.ts';

/**
 * The night values of the colour tokens by name (`--ink`), since every social image has a night sky.
 * @param styles the token style sheet
 */
export function nightTokens(styles: string): Map<string, string> {
  const tokens = [...styles.matchAll(/(--[\w-]+):\s*([^;]+);/g)];
  // The first value of a token counts: later ones are for large screens and for more contrast. A Map keeps the last, so turn round.
  return new Map(tokens.reverse().map(([, name = '', value = '']) => [name, byNight(value)]));
}

/** A colour for the day or the night: a value, or one that reads a token, such as `var(--gold-fill)`. */
const half = /(?:[^,()]|\([^()]*\))+/.source;
const lightDark = new RegExp(`light-dark\\(${half},\\s*(${half})\\)`, 'g');

const byNight = (text: string) => text.replaceAll(lightDark, '$1');

/**
 * Replaces what only browsers know, `light-dark()` and `var()`, by plain colours.
 * @throws on a token that is not defined
 */
export function plainColours(text: string, tokens: ReadonlyMap<string, string>): string {
  return byNight(text).replaceAll(/var\((--[\w-]+)\)/g, (_whole, name: string) => {
    const value = tokens.get(name);
    if (value === undefined)
      throw new Error(`A drawing uses ${name}, which app/styles/tokens.css does not define.`);
    return value.includes('var(') ? plainColours(value, tokens) : value;
  });
}

/** Removes comments, media queries and animations, which a picture has no use for. */
export function stillRules(styles: string): string {
  return styles
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/@(?:media|keyframes)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
    .replaceAll(/\s+/g, ' ');
}

/** Writes one of the site's faces as plain OpenType: the renderer reads fonts from files, and knows no axes. */
async function writeFont(folder: string, name: 'figtree' | 'instrument-serif'): Promise<string> {
  const { source } = latinFaces[name];
  const characters = (await charactersOf(source)).join('');
  // The one weight that a picture's text has. Instrument Serif has no other.
  const variationAxes = name === 'figtree' ? { wght: 500 } : {};
  const font = await subsetFont(await wholeFace(source), characters, { targetFormat: 'sfnt', variationAxes });
  const file = join(folder, `${name}.ttf`);
  await writeFile(file, font);
  return file;
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
    const fontFiles = [await writeFont(folder, 'instrument-serif'), await writeFont(folder, 'figtree')];
    return await Promise.all(
      cards.map(async ({ fileName, svg }) => {
        const markup = plainColours(svg, tokens).replace(/^<svg[^>]*>/, (open) => open + style);
        const image = await renderAsync(markup, { font: { loadSystemFonts: false, fontFiles } });
        return { fileName, source: image.asPng() };
      }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
