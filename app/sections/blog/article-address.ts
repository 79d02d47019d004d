/**
 * The address says which article is open: `/blog#the-hour-after-fajr`. Opening one adds a step to the browser's
 * history, so that Back closes it and the address can be passed on (the project's decisions on the blog).
 */
export const addressedSlug = (): string => location.hash.slice(1);

export function onAddressChange(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

// pushState and replaceState, unlike links and Back, say nothing of it themselves.
const announce = () => dispatchEvent(new HashChangeEvent('hashchange'));

export function openAddress(slug: string): void {
  history.pushState({ openedHere: true }, '', `#${slug}`);
  announce();
}

/** Steps back if the article was opened on this page; an article that the visitor arrived at has nothing before it. */
export function closeAddress(): void {
  if (history.state?.openedHere) {
    history.back();
    return;
  }
  history.replaceState(null, '', location.pathname + location.search);
  announce();
}
