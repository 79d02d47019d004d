import { blessing } from '../../content/blessing.ts';

/** A name and the sign after it, which no line may part. */
const blessedName = new RegExp(`(?<name>\\S+) ${blessing.sign}`);

/** The parts of a text: plain words, and at every second place a name that the sign stands after. */
export const partedAtBlessing = (text: string): string[] => text.split(blessedName);

/** Escaped HTML with each sign read out as words, and kept on the line of the name before it. */
export function withBlessingHtml(html: string): string {
  const { sign, words } = blessing;
  return html.replaceAll(
    new RegExp(blessedName, 'g'),
    `<span class="blessed">$<name>\u00A0<span role="img" aria-label="${words}" class="blessing">${sign}</span></span>`,
  );
}
