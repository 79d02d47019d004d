import { blessing } from '../../content/blessing.ts';

/** A name, the sign after it and a mark after that, which no line may part: WebKit would begin one with the mark. */
const blessedName = new RegExp(`(?<name>\\S+) ${blessing.sign}(?<mark>[,.:;?!]*)`);

interface BlessedPart {
  plain: string;
  /** The name that the sign stands after, and the mark after the sign; none at the text's end. */
  blessed: { name: string; mark: string } | undefined;
}

/** The parts of a text: plain words, each but the last with the blessed name that follows them. */
export function partedAtBlessing(text: string): BlessedPart[] {
  const pieces = text.split(blessedName);
  return Array.from({ length: (pieces.length + 2) / 3 }, (_, part) => {
    const [plain = '', name, mark = ''] = pieces.slice(3 * part, 3 * part + 3);
    return { plain, blessed: name === undefined ? undefined : { name, mark } };
  });
}

/** Escaped HTML with each sign read out as words, and kept on the line of the name before it. */
export function withBlessingHtml(html: string): string {
  const { sign, words } = blessing;
  return html.replaceAll(
    new RegExp(blessedName, 'g'),
    `<span class="blessed">$<name>\u00A0<span role="img" aria-label="${words}" class="blessing">${sign}</span>$<mark></span>`,
  );
}
