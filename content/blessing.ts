/** The blessing on the Prophet, as it is set after his name, and as a screen reader says it. */
export const blessing = { sign: 'ﷺ', words: 'peace and blessings be upon him' } as const;

/** Takes escaped HTML; returns it with each sign read out as words, and kept on the line of the name before it. */
export function withBlessingHtml(html: string): string {
  const { sign, words } = blessing;
  return html.replaceAll(
    new RegExp(` ?${sign}`, 'g'),
    `\u00A0<span role="img" aria-label="${words}" class="blessing">${sign}</span>`,
  );
}
