/** An inline style sheet. The content security policy allows exactly this text. */
export interface InlineStyle {
  css: string;
  /** SHA-256 of the text, as the policy writes it: `'sha256-…'`. */
  hash: string;
}

/** The files that the build (or the development server) made for browsers, as root-relative URLs. */
export interface DocumentAssets {
  script: string;
  /** The script's imports: requested together with it rather than after it. */
  scriptImports: string[];
  /**
   * The rules that the first paint needs: those of the first screen and those of this page alone.
   * @param firstScreen the markup before the shared style sheets
   * @param pageStyle the name of the page's own rules, app/pages/<pageStyle>/<pageStyle>.css
   */
  criticalStyle: (firstScreen: string, pageStyle: string | undefined) => Promise<InlineStyle | undefined>;
  /** Style sheets that the whole document waits for: only in development, where there is no critical CSS. */
  headSheets: (pageStyle: string | undefined) => string[];
  /** The style sheets that everything below the hero waits for. */
  sheets: string[];
  /** The fonts of the first screen. */
  fonts: string[];
  /** The italic of the headlines, where it has a file of its own. */
  italicFont: string | undefined;
}

/** What one document loads. */
export interface LoadedFiles extends Pick<DocumentAssets, 'script' | 'scriptImports' | 'fonts'> {
  headSheets: string[];
  inlineStyle: InlineStyle | undefined;
}
