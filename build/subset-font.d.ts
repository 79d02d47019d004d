declare module 'subset-font' {
  interface Options {
    targetFormat: 'sfnt' | 'woff' | 'woff2';
    /** Narrows a variable font's axes, in the axis's own units. */
    /** Drops the instructions that fit outlines to coarse pixels. */
    noHinting?: boolean;
    variationAxes?: Record<string, number | { min: number; max: number }>;
  }
  /** Cuts a font down to what draws the characters of `text`. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
