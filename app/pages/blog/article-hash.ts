/**
 * The URL says which article is open: `/blog#the-hour-after-fajr`. Opening one adds an entry to the browser's history, so
 * that Back closes it and the URL can be shared (docs/specification.md#blog).
 */
export const slugInHash = (): string => location.hash.slice(1);

export function onHashChange(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

// Unlike links and Back, pushState and replaceState do not fire hashchange.
const notifyHashChange = () => dispatchEvent(new HashChangeEvent('hashchange'));

export function pushHash(slug: string): void {
  // Pressed again while the article loads: a second entry would make the first Back seem to do nothing.
  if (slug === slugInHash()) return;
  history.pushState({ openedHere: true }, '', `#${slug}`);
  notifyHashChange();
}

/** Goes back if the article was opened on this page; if the visitor arrived at the article, there is no entry before it. */
export function leaveHash(): void {
  if (history.state?.openedHere) {
    history.back();
    return;
  }
  history.replaceState(null, '', location.pathname + location.search);
  notifyHashChange();
}
