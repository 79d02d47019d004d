/** An inline style sheet. The content security policy allows exactly this text. */
export interface InlineStyle {
  css: string;
  /** SHA-256 of the text, as the policy writes it: `'sha256-…'`. */
  hash: string;
}

/** The files that the build (or the development server) made for browsers, as root-relative URLs. */
export interface AssetUrls {
  script: string;
  /** The script's imports: requested together with it rather than after it. */
  scriptImports: string[];
  /**
   * The rules that the first paint needs: those of the first screen and those of this page alone.
   * @param firstScreen the markup before the shared style sheets
   * @param folder the page's folder, whose style sheet is its own: app/pages/<folder>/<folder>.css
   */
  criticalStyle: (firstScreen: string, folder: string) => Promise<InlineStyle | undefined>;
  /** Style sheets that the whole document waits for: only in development, where there is no critical CSS. */
  headSheets: (folder: string) => string[];
  /** The style sheets that everything below the hero waits for. */
  sheets: string[];
  /** The fonts of the first screen. */
  fonts: string[];
  /** The italic of the headlines, where it has a file of its own. */
  italicFont: string | undefined;
}

/** What one document loads. */
export interface LoadedFiles extends Pick<AssetUrls, 'script' | 'scriptImports' | 'fonts'> {
  headSheets: string[];
  inlineStyle: InlineStyle | undefined;
}
