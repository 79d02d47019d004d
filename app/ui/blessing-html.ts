import { blessing } from '../../content/blessing.ts';

/** A name, the sign after it and a punctuation mark after that, all on one line: WebKit would begin a line with the mark. */
const blessedName = new RegExp(`(?<name>\\S+) ${blessing.sign}(?<mark>[,.:;?!]*)`);

interface BlessedPart {
  plain: string;
  /** The name before the sign and the punctuation mark after it; undefined in the last part. */
  blessed: { name: string; mark: string } | undefined;
}

/** Splits a text into parts: plain words, each but the last with the blessed name that follows them. */
export function splitAtBlessing(text: string): BlessedPart[] {
  const pieces = text.split(blessedName);
  return Array.from({ length: (pieces.length + 2) / 3 }, (_, part) => {
    const [plain = '', name, mark = ''] = pieces.slice(3 * part, 3 * part + 3);
    return { plain, blessed: name === undefined ? undefined : { name, mark } };
  });
}

/** Makes each sign in escaped HTML read out as words and keeps it on the line of the name before it. */
export function withBlessingHtml(html: string): string {
  const { sign, words } = blessing;
  return html.replaceAll(
    new RegExp(blessedName, 'g'),
    `<span class="blessed">$<name>\u00A0<span role="img" aria-label="${words}" class="blessing">${sign}</span>$<mark></span>`,
  );
}
