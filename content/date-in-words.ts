/** The time zone is fixed so that build and browser write the same day. */
const asWritten = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A date such as `2028-12-31` as it stands in a sentence: 31 December 2028. */
export const dateInWords = (date: string): string => asWritten.format(new Date(date));

/** The same for a page, where a line must not end within it. */
export const dateOnOneLine = (date: string): string => dateInWords(date).replaceAll(' ', '\u00a0');
