import { createContext } from 'react';
import type { IslandName } from './islands.ts';

/** What a page has to load. Its parts add themselves while they are rendered. */
export interface PageNeeds {
  islands: Set<IslandName>;
  /** Whether a headline has italics, which are a font file of their own. */
  italics: boolean;
}

export const PageNeedsContext = createContext<PageNeeds>({ islands: new Set(), italics: false });
