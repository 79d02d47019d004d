/** The time zone is fixed so that build and browser write the same day. */
const asWritten = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Takes a date such as `2028-12-31`; returns it as a sentence has it: 31 December 2028. */
export const dateInWords = (date: string): string => asWritten.format(new Date(date));
