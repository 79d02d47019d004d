import './styles/index.css';
import { holdBackEarlyEvents } from './islands/held-back.ts';
import { hydrateIslands, setReactLoader } from './islands/hydration-schedule.ts';
import { watchCategoryChips } from './pages/blog/filter-articles.ts';
import { pressBySpace } from './pages/blog/press-by-space.ts';
import { followScroll } from './shell/collapsing-header.ts';
import { watchMenu } from './shell/menu.ts';
import { findByHandle, type Handles } from './ui/handles.ts';
import { afterNextFrame, tryAgainLater } from './ui/scheduling.ts';
import { watchDialog } from './waitlist/dialog.ts';
import { sendWithoutReact } from './waitlist/send-without-react.ts';

/** Whether the browser needs nothing of app/shell/older-browsers.ts. */
const isModernBrowser =
  'commandForElement' in HTMLButtonElement.prototype && 'name' in HTMLDetailsElement.prototype;

type PageScript = (part: HTMLElement) => unknown;

/**
 * The scripts that one page alone needs, each by the part of the page on which it works. They come after the first paint: until
 * then links are links, and figures stand.
 */
const pageScripts: [part: keyof Handles, load: () => Promise<PageScript>][] = [
  ['final', async () => (await import('./ui/counters.ts')).countWhenSeen],
  ['contents', async () => (await import('./pages/privacy/mark-current.ts')).markCurrentSection],
  ['quarters', async () => (await import('./pages/roadmap/tabs.ts')).watchQuarterTabs],
];
// On a static host this makes the page of a link in an email work.
if (import.meta.env.VITE_BACKEND_URL)
  pageScripts.push(['acts', async () => (await import('./waitlist/link-page.ts')).openLinkPage]);

/** Starts a script of one page. What could not be loaded is asked for again later. */
function startOn(part: HTMLElement, load: () => Promise<PageScript>): void {
  load().then(
    (script) => script(part),
    () => tryAgainLater(() => startOn(part, load)),
  );
}

function startPageScripts(): void {
  for (const [handle, load] of pageScripts) {
    const part = findByHandle(handle);
    if (part) startOn(part, load);
  }
}

/** Starts everything that needs no React: a few listeners. */
function start(): void {
  setReactLoader(() => import('./hydrate.tsx'));
  followScroll();
  watchMenu();
  watchDialog();
  watchCategoryChips();
  pressBySpace();
  if (!isModernBrowser)
    import('./shell/older-browsers.ts').then(
      (olderBrowsers) => olderBrowsers.polyfill(),
      () => {},
    );
  afterNextFrame(startPageScripts);
  // As docs/specification.md#screens requires.
  if (findByHandle('missed')) console.error(`404: there is no page at ${location.pathname}`);
  // After watchDialog: what the dialog has answered by then is not held back.
  holdBackEarlyEvents(sendWithoutReact);
  hydrateIslands();
}

const { prerendering } = document as Document & { prerendering?: boolean };
// A page that is rendered ahead (public/speculation-rules.json) does nothing before a visitor opens it.
if (prerendering) document.addEventListener('prerenderingchange', start, { once: true });
else start();
