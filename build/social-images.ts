import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import postcss, { list, type Rule } from 'postcss';
import subsetFont from 'subset-font';
import type { SocialCardMarkup } from '../app/social/social-cards.tsx';
import { charactersOf, latinFaces, wholeFace } from './fonts/faces.ts';
import type { BuiltFile } from './render-site.ts';

/**
 * The night values of the colour tokens by name (`--ink`), since every social image has a night sky.
 * @param styles the token style sheet
 */
export function nightTokens(styles: string): Map<string, string> {
  const tokens = new Map<string, string>();
  postcss.parse(styles).walkDecls(/^--/, ({ prop, value, parent }) => {
    // Within a media query a token is for large screens or for more contrast.
    const isForEveryScreen = parent?.parent?.type === 'root';
    if (isForEveryScreen) tokens.set(prop, byNight(value));
  });
  return tokens;
}

/** `light-dark()` with what stands in it. A colour may have parentheses of its own, such as `var(--gold-fill)`. */
const lightDark = /light-dark\(((?:[^()]|\([^()]*\))*)\)/g;

/** Replaces each `light-dark()` by its colour for the night. */
function byNight(text: string): string {
  return text.replaceAll(lightDark, (whole, colours: string) => {
    const [, night = whole] = list.comma(colours);
    return night;
  });
}

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

/** The selectors of a rule with those of the rule around it: `.moon` in `.sky` is `.sky .moon`, and `&.moon` is `.sky.moon`. */
const selectorsWithin = (outer: readonly string[], inner: readonly string[]) =>
  outer.flatMap((around) =>
    inner.map((own) => (own.includes('&') ? own.replaceAll('&', around) : `${around} ${own}`)),
  );

/** A rule without the rules in it, followed by these with their whole selectors. */
function unnested(rule: Rule, selectors: readonly string[]): Rule[] {
  const own = rule.clone({ selectors: [...selectors] });
  own.each((node) => {
    if (node.type === 'rule') node.remove();
  });
  const inner = (rule.nodes ?? []).filter((node): node is Rule => node.type === 'rule');
  return [own, ...inner.flatMap((nested) => unnested(nested, selectorsWithin(selectors, nested.selectors)))];
}

/**
 * The rules that draw a picture. It has no use for media queries and animations, and its renderer knows no nesting.
 * @param styles a style sheet without other at-rules
 */
export function stillRules(styles: string): string {
  const sheet = postcss.parse(styles);
  sheet.walkAtRules((block) => void block.remove());
  sheet.walkComments((comment) => void comment.remove());
  const rules = sheet.nodes.filter((node): node is Rule => node.type === 'rule');
  return rules.flatMap((rule) => unnested(rule, rule.selectors)).join('\n');
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
