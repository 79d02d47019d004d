import { createContext } from 'react';
import type { IslandName } from './islands.ts';

/** What a page turns out to load: its parts add themselves while they are rendered. */
export interface PageNeeds {
  islands: Set<IslandName>;
  /** Whether a headline is stressed by italics, which have a file of their own. */
  italics: boolean;
}

export const PageNeedsContext = createContext<PageNeeds>({ islands: new Set(), italics: false });
