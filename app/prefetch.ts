/** So long a mouse rests on a link before its page is fetched, in milliseconds: who only passes over it asks for nothing. */
const rest = 100;

/** The pages that answer a form are found by joining only: as in public/speculation-rules.json. */
const neverFetched = /^\/waitlist\//;

const fetched = new Set<string>();

/** The address of the page that a link leads to, if it is another page of this site. */
function pageBehind(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.origin !== location.origin || link.target) return undefined;
  const { pathname, search } = link;
  return pathname === location.pathname || neverFetched.test(pathname) ? undefined : pathname + search;
}

/** Fills the browser's cache. Not `<link rel="prefetch">`: Safari has none, and the site's policy would not let it through. */
function fetchPage(address: string | undefined): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (address === undefined || fetched.has(address) || connection?.saveData) return;
  fetched.add(address);
  fetch(address, { priority: 'low' })
    .then((page) => page.arrayBuffer())
    .catch(() => fetched.delete(address));
}

/** Fetches a page at the first sign that it will be asked for: what speculation rules do, for browsers that have none. */
export function prefetchOnIntent(): void {
  let timer: ReturnType<typeof setTimeout>;
  addEventListener('pointerover', ({ target, pointerType }) => {
    clearTimeout(timer);
    if (pointerType === 'mouse') timer = setTimeout(fetchPage, rest, pageBehind(target));
  });
  addEventListener('pointerdown', ({ target }) => fetchPage(pageBehind(target)), { passive: true });
}
