import address from '../../.cache/fonts/figtree-marked.woff2?url';

/**
 * Lets the browser fetch the text font's accented letters when one is shown: only country names have them (Côte d’Ivoire,
 * Türkiye).
 */
export function offerMarkedLetters(): void {
  document.fonts.add(
    new FontFace('Figtree', `url(${address}) format("woff2")`, {
      weight: '400 600',
      display: 'swap',
      unicodeRange: 'U+00C0-00D6, U+00D8-00F6, U+00F8-024F',
    }),
  );
}
