/** What the build (or the development server) made for browsers: addresses from the site's root. */
export interface DocumentAssets {
  script: string;
  /** What the script imports: asked for with it rather than after it. */
  scriptImports: string[];
  /** What React needs to take over the islands of this markup: fetched when the page is idle (app/start.ts). */
  reactFor: (markup: string) => string[];
  /** The tags of the rules that the first paint needs: the opening's, and those only this page has, by their name. */
  openingStyles: (opening: string, pageStyle: string | undefined) => Promise<string>;
  /** The style sheets that everything below the opening needs as well. */
  styles: string[];
  fonts: string[];
  /** The italic of the headlines, where it has a file of its own. */
  italicFont: string | undefined;
}

/** Where a page's opening ends (app/sections/shell/page-shell.tsx), as React writes it. */
const openingEnd = '<template data-opening-end=""></template>';

/**
 * The tags of a document's head. They are not part of the React tree: React hoists links in an order of its own, fonts
 * before style sheets, and the first one asked for takes the connection that is open already. The script waits for
 * nobody's eyes, so it comes last.
 */
function headTags(assets: DocumentAssets, openingStyles: string, markup: string): string {
  const { script, scriptImports, italicFont } = assets;
  const react = assets.reactFor(markup);
  const later = react.length > 0 ? ` data-react="${react.join(' ')}"` : '';
  const usesItalic = italicFont !== undefined && /<em(?! class="upright)/.test(markup);
  const fonts = usesItalic ? [...assets.fonts, italicFont] : assets.fonts;
  return [
    openingStyles,
    ...fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin/>`),
    `<script type="module" src="${script}"${later} fetchpriority="low"></script>`,
    ...scriptImports.map((href) => `<link rel="modulepreload" href="${href}" fetchpriority="low"/>`),
  ].join('');
}

/**
 * Puts the tags that load a document's files into it. The shared style sheet stands below the opening: a browser paints
 * what is above it without waiting, and nothing below it without its rules.
 * @param pageStyle the name of the document's own rules, app/styles/pages/<pageStyle>.css
 * @param markup the document: what it does not use is not asked for
 * @throws when the document does not say where its opening ends
 */
export async function withAssets(
  assets: DocumentAssets,
  pageStyle: string | undefined,
  markup: string,
): Promise<string> {
  const [opening = '', rest] = markup.split(openingEnd);
  if (rest === undefined) throw new Error(`The document has no ${openingEnd}.`);
  const openingStyles = await assets.openingStyles(opening.slice(opening.indexOf('<body')), pageStyle);
  const head = headTags(assets, openingStyles, markup);
  const styles = assets.styles.map((href) => `<link rel="stylesheet" href="${href}"/>`).join('');
  return opening.replace('</title>', (end) => end + head) + styles + rest;
}
