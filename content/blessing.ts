/** The blessing on the Prophet, as it is set after his name, and as a screen reader says it. */
export const blessing = { sign: 'ﷺ', words: 'peace and blessings be upon him' } as const;

/** A name and the sign after it, which no line may part. */
const blessedName = new RegExp(`(?<name>\\S+) ${blessing.sign}`);

/** Takes a text; returns its parts: plain words, and at every second place a name that the sign stands after. */
export const partedAtBlessing = (text: string): string[] => text.split(blessedName);

/** Takes escaped HTML; returns it with each sign read out as words, and kept on the line of the name before it. */
export function withBlessingHtml(html: string): string {
  const { sign, words } = blessing;
  return html.replaceAll(
    new RegExp(blessedName, 'g'),
    `<span class="blessed">$<name>\u00A0<span role="img" aria-label="${words}" class="blessing">${sign}</span></span>`,
  );
}
