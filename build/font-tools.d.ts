declare module 'subset-font' {
  interface Options {
    targetFormat: 'sfnt' | 'woff' | 'woff2';
    /** Drops the instructions that fit outlines to coarse pixels. */
    noHinting?: boolean;
    /** The OpenType features that stay, by their tags; all of them where none are named. */
    keepFeatures?: readonly string[];
    /** Tables to leave out, by their tags. */
    dropTables?: readonly string[];
    /** Narrows a variable font's axes, in the axis's own units. */
    variationAxes?: Record<string, number | { min: number; max: number }>;
  }
  /** Cuts a font down to what draws the characters of `text`. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}

declare module 'fontverter' {
  type Format = 'truetype' | 'woff' | 'woff2';
  /** Turns a font from one container into another. The format it comes in is found out where none is named. */
  function convert(font: Buffer, to: Format, from?: Format): Promise<Buffer>;
  export default { convert };
}
