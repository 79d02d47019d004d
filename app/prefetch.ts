/** Milliseconds that a mouse must rest on a link before its page is fetched: merely crossing it fetches nothing. */
const hoverDelayMs = 100;

/** The pages that answer a form are reached only by joining. public/speculation-rules.json excludes them too. */
const neverFetched = /^\/waitlist\//;

const fetched = new Set<string>();

/** Path and query of the page that a link leads to, if it is another page of this site. */
function linkedPage(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.origin !== location.origin || link.target) return undefined;
  const { pathname, search } = link;
  return pathname === location.pathname || neverFetched.test(pathname) ? undefined : pathname + search;
}

/**
 * Fills the browser's cache. Not by `<link rel="prefetch">`: Safari does not support it, and the site's content security policy
 * would block it.
 */
function fetchPage(address: string | undefined): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (address === undefined || fetched.has(address) || connection?.saveData) return;
  fetched.add(address);
  fetch(address, { priority: 'low' })
    .then((page) => page.arrayBuffer())
    .catch(() => fetched.delete(address));
}

/** Prefetches a page at the first sign of intent, as speculation rules do, in browsers that do not support them. */
export function prefetchOnIntent(): void {
  let timer: ReturnType<typeof setTimeout>;
  addEventListener('pointerover', ({ target, pointerType }) => {
    clearTimeout(timer);
    if (pointerType === 'mouse') timer = setTimeout(fetchPage, hoverDelayMs, linkedPage(target));
  });
  addEventListener('pointerdown', ({ target }) => fetchPage(linkedPage(target)), { passive: true });
}
