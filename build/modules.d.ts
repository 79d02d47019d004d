declare module 'subset-font' {
  interface Options {
    targetFormat: 'sfnt' | 'woff' | 'woff2';
    noHinting?: boolean;
    keepFeatures?: readonly string[];
    dropTables?: readonly string[];
    variationAxes?: Record<string, number | { min: number; max: number }>;
  }
  /** Cuts a font down to what draws the characters of `text`. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}

declare module 'fontverter' {
  type Format = 'truetype' | 'woff' | 'woff2';
  /** Converts a font from one container to another. Without `from`, its format is detected. */
  function convert(font: Buffer, to: Format, from?: Format): Promise<Buffer>;
  export default { convert };
}
/** Every article without its text, newest first, and an import of each text (build/articles/plugin.ts). */
declare module 'virtual:articles' {
  const articles: readonly import('../content/article.ts').ArticleSummary[];
  export default articles;
  export const bodies: Readonly<Record<string, () => Promise<{ html: string }>>>;
}
