import type { ReactElement, ReactNode } from 'react';
import type { PageMeta } from '../content/page-parts.ts';

/** A page file of app/pages: what a document says of itself, and what stands in it. */
export interface Page {
  path: string;
  meta: PageMeta;
  /** The style sheet that only this page needs, app/styles/pages/<style>.css. The landing page's rules come with everybody's. */
  style?: string;
  /** Its first screen: a sky, a headline and a first control. It is drawn before the shared style sheet is there. */
  hero: ReactElement;
  /** All that follows, in order. */
  sections: ReactNode;
}
