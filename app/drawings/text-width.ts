/** About how wide a character is, as a share of the size of its letters. Drawings cannot measure: the build has no fonts. */
const averages = {
  /** Instrument Serif. */
  serif: 0.38,
  /** Figtree, in a line of text. */
  text: 0.45,
  /** Figtree, in a bold title. */
  title: 8.4 / 15.5,
  /** Figtree, in a name: in a short word one wide letter counts for more. */
  name: 0.56,
  /** Two names in a row, with a gap between them. */
  names: 0.6,
};

/** About how wide a text is when it is set at this size. */
export const widthOf = (text: string, size: number, setAs: keyof typeof averages): number =>
  text.length * size * averages[setAs];
