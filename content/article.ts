import type { BlogCategory } from './blog-categories.ts';

/** The front matter of an article's file, between its two lines of `---`. */
export interface FrontMatter {
  title: string;
  excerpt: string;
  /** The product's name, if the file names nobody. */
  author: string;
  /** True until the owner has confirmed the text and its author. */
  sample: boolean;
  /** When it was published, such as `2026-11-01`. */
  date: string;
  /** In minutes. */
  readTime: number;
  category: BlogCategory;
  /** Whether it is the one that opens the blog. */
  featured: boolean;
  /** The time of day that the cover's sky shows, such as `05:10`. */
  hour: string;
}

export interface Article extends FrontMatter {
  /** The file's name without its extension: the article's permanent address. */
  slug: string;
  words: number;
  /** The text, sanitised by build/articles/article-html.ts. */
  html: string;
}

/** What a list of articles shows; the text is loaded when an article is opened. */
export type ArticleSummary = Omit<Article, 'html' | 'words' | 'sample'>;
