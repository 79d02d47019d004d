/** Every article without its text, newest first, and an import of each text (build/articles/plugin.ts). */
declare module 'virtual:articles' {
  const articles: readonly import('../../content/article.ts').ArticleSummary[];
  export default articles;
  export const bodies: Readonly<Record<string, () => Promise<{ html: string }>>>;
}

/** One article's text as sanitised HTML. */
declare module 'virtual:article/*' {
  export const html: string;
}
