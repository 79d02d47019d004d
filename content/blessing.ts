/** The blessing on the Prophet, as it is set after his name, and as a screen reader says it. */
export const blessing = { sign: 'ﷺ', words: 'peace and blessings be upon him' } as const;
