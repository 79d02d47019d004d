import { createContext } from 'react';

/** What a page has to load. Its parts add themselves while they are rendered. */
export interface Needs {
  /** Whether a headline has italics, which are a font file of their own. */
  italics: boolean;
}

export const RenderContext = createContext<Needs>({ italics: false });
