import type { IslandName } from './islands.ts';

/** Rules that stand in a page. The content security policy lets exactly this text through. */
export interface InlineStyle {
  css: string;
  /** SHA-256 of the text, as the policy writes it: `'sha256-…'`. */
  hash: string;
}

/** What the build (or the development server) made for browsers: addresses from the site's root. */
export interface DocumentAssets {
  script: string;
  /** What the script imports: asked for with it rather than after it. */
  scriptImports: string[];
  /** What React needs to take over these islands, and to open the dialog: fetched when the page is idle (app/start.ts). */
  reactFor: (islands: ReadonlySet<IslandName>) => string[];
  /**
   * The rules that the first paint needs: the first screen's, and those only this page has.
   * @param firstScreen the markup that stands before the shared style sheets
   * @param pageStyle the name of the page's own rules, app/styles/pages/<pageStyle>.css
   */
  criticalStyle: (firstScreen: string, pageStyle: string | undefined) => Promise<InlineStyle | undefined>;
  /** Style sheets that the whole document waits for: in development only, which has no critical CSS. */
  headSheets: (pageStyle: string | undefined) => string[];
  /** The style sheets that everything below the hero waits for. */
  sheets: string[];
  /** The faces of the first screen. */
  fonts: string[];
  /** The italic of the headlines, where it has a file of its own. */
  italicFont: string | undefined;
}

/** What one document loads. */
export interface LoadedFiles extends Pick<DocumentAssets, 'script' | 'scriptImports' | 'fonts'> {
  react: string[];
  headSheets: string[];
  inlineStyle: InlineStyle | undefined;
}
