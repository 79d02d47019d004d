import './styles/index.css';
import { holdBackEarlyEvents } from './islands/held-back.ts';
import { hydrateIslands, setReactLoader } from './islands/hydration-schedule.ts';
import { watchCategoryChips } from './pages/blog/filter-articles.ts';
import { pressBySpace } from './pages/blog/press-by-space.ts';
import { markCurrentSection } from './pages/privacy/mark-current.ts';
import { watchQuarterTabs } from './pages/roadmap/tabs.ts';
import { followScroll } from './shell/collapsing-header.ts';
import { watchMenu } from './shell/menu.ts';
import { countWhenSeen } from './ui/counters.ts';
import { findByHandle } from './ui/handles.ts';
import { watchDialog } from './waitlist/dialog.ts';
import { sendWithoutReact } from './waitlist/send-without-react.ts';

/** Whether the browser needs nothing of app/shell/older-browsers.ts. */
const isModernBrowser =
  'commandForElement' in HTMLButtonElement.prototype && 'name' in HTMLDetailsElement.prototype;

/** On a static host: makes the page of a link in an email work. */
function openLinkPage(): void {
  const part = findByHandle('acts');
  if (!part) return;
  import('./waitlist/link-page.ts').then(
    (page) => page.openLinkPage(part),
    () => {},
  );
}

/** Starts everything that needs no React: a few listeners. */
function start(): void {
  setReactLoader(() => import('./hydrate.tsx'));
  followScroll();
  watchMenu();
  watchDialog();
  watchCategoryChips();
  pressBySpace();
  watchQuarterTabs();
  markCurrentSection();
  countWhenSeen();
  if (!isModernBrowser)
    import('./shell/older-browsers.ts').then(
      (olderBrowsers) => olderBrowsers.polyfill(),
      () => {},
    );
  if (import.meta.env.VITE_BACKEND_URL) openLinkPage();
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
