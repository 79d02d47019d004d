/** Whether a link leads to another site. */
export const isOutside = (href: string): boolean => /^https?:/i.test(href);

/** The attributes of a link to another site: it opens in a new tab, and is not told where its visitor comes from. */
export const inNewTab = { target: '_blank', rel: 'noopener noreferrer' } as const;
