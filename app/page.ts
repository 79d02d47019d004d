import type { ReactElement, ReactNode } from 'react';
import type { PageMeta } from '../content/page-parts.ts';

/** What a page file in app/pages describes: a document's metadata and its contents. */
export interface Page {
  path: string;
  meta: PageMeta;
  /** The style sheet that only this page needs, app/pages/<style>/<style>.css. The landing page's rules are in the shared one. */
  style?: string;
  /** Its first screen: a sky, a headline and a first control. It is painted before the shared style sheet has loaded. */
  hero: ReactElement;
  /** All that follows, in order. */
  sections: ReactNode;
}
