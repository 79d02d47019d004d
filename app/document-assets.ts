/** What the build (or the development server) made for browsers: addresses from the site's root. */
export interface DocumentAssets {
  script: string;
  /** What the script imports: asked for with it rather than after it. */
  scriptImports: string[];
  /** What React needs to take over the islands of this markup: fetched when the page is idle (app/start.ts). */
  reactFor: (markup: string) => string[];
  styles: string[];
  /** The tag that brings the rules only one page needs, by their name. */
  pageStyle: (name: string) => string;
  fonts: string[];
  /** The italic of the headlines, where it has a file of its own. */
  italicFont: string | undefined;
}

/**
 * The tags that load a document's files, in the order in which they are wanted. They are not part of the React tree:
 * React hoists links in an order of its own, fonts before style sheets, and the first one asked for takes the
 * connection that is open already. The script waits for nobody's eyes, so it comes last.
 * @param style the name of the document's own rules, app/styles/pages/<style>.css
 * @param markup the document: a face it does not use is not asked for
 */
export function assetTags(assets: DocumentAssets, style: string | undefined, markup: string): string {
  const { script, scriptImports, styles, italicFont } = assets;
  const react = assets.reactFor(markup);
  const later = react.length > 0 ? ` data-react="${react.join(' ')}"` : '';
  const usesItalic = italicFont !== undefined && markup.includes('<em>');
  const fonts = usesItalic ? [...assets.fonts, italicFont] : assets.fonts;
  return [
    ...styles.map((href) => `<link rel="stylesheet" href="${href}"/>`),
    style === undefined ? '' : assets.pageStyle(style),
    ...fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin/>`),
    `<script type="module" src="${script}"${later} fetchpriority="low"></script>`,
    ...scriptImports.map((href) => `<link rel="modulepreload" href="${href}" fetchpriority="low"/>`),
  ].join('');
}
