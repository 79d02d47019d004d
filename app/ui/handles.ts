import type { IslandName } from '../island-list.ts';

/**
 * What the markup says to the scripts, each in a `data-` attribute: `final` is `data-final`. A handle is one word, so that it needs
 * no translation into the attribute's name. With the value '' it only marks an element. Style sheets write the attribute's name, so
 * whoever renames a handle looks there too.
 */
export interface Handles {
  /** An island, and the component that draws it (app/islands/). */
  island: IslandName;
  /** When React takes over the island by itself. Without it React waits for a use. */
  hydrate: string;
  /** React takes over the island also when the page's address has a hash. */
  hash: '';
  /** The island's props in JSON. */
  props: string;
  /** The size of the island's markup, by which we see whether somebody else has changed it. */
  size: string;
  /** React has taken over the island. */
  hydrated: '';
  /** A control that the named island answers. */
  answerer: IslandName;
  /** A button that opens the waitlist dialog, and the island of its form. */
  join: IslandName;
  /** A control that does nothing before React has taken over its island. */
  scripted: '';

  /** The bar at the top: 'true' when the page has scrolled and the bar is a pill. */
  pill: 'true' | 'false';
  /** A figure that counts up, and where it ends. */
  final: string;
  /** The form whose address goes into the waitlist dialog. */
  prefill: '';
  /** A status, and what it says while something loads. */
  waiting: string;
  /** The screen for an unknown address. */
  missed: '';

  /** The chips that choose a category of articles. */
  chips: '';
  /** The status that counts the articles of a category. */
  count: '';
  /** In that status: the noun for one article, the noun for another number, and the sentence for none. */
  one: string;
  other: string;
  none: string;
  /** In that status: whether there is none. */
  empty: 'true' | 'false';
  /** A card of an article, and its category. */
  category: string;
  /** A control that opens an article, and the article's slug. */
  article: string;

  /** The quarters of the roadmap. */
  quarters: '';
  /** The script of the tabs decides which quarter is shown. */
  watched: '';
  /** What a part of the page shows: a quarter's panel whether it is open, a place whether somebody has left. */
  state: string;
  /** The contents of the privacy policy. */
  contents: '';

  /** What a visitor can do on the page of a link in an email. */
  acts: '';
  /** That part shows facts that the script has to ask for. */
  asks: '';
}

/**
 * The selector of the elements with a handle.
 * @param value only those with this value; if it is left out, those with any
 */
export function selectorOf<Handle extends keyof Handles>(handle: Handle, value?: Handles[Handle]): string {
  return value ? `[data-${handle}="${value}"]` : `[data-${handle}]`;
}

/** The handles of an element, to read and to set. */
export const handlesOf = (element: HTMLElement): Partial<Handles> => element.dataset as Partial<Handles>;

/** The first element of the page with a handle; null if there is none. */
export const findByHandle = (handle: keyof Handles): HTMLElement | null =>
  document.querySelector<HTMLElement>(selectorOf(handle));
