import type { ReactElement, ReactNode } from 'react';
import type { PageMeta, Question } from '../content/page-parts.ts';

/** What a page file in app/pages describes: a document's metadata and its contents. */
export interface Page {
  path: string;
  meta: PageMeta;
  /** Those that it answers, for search engines too. */
  questions?: readonly Question[];
  /** Its first screen: a sky, a headline and a first control. It is painted before the shared style sheet has loaded. */
  hero: ReactElement;
  /** All that follows, in order. */
  sections: ReactNode;
}
