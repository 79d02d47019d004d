import { bringIntoView } from '../../ui/bring-into-view.ts';
import { handlesOf } from '../../ui/handles.ts';
import { hasModifier } from '../../ui/modifiers.ts';

/** The index of the tab that a key leads to from the tab at `index`; undefined for any other key. */
function destination(key: string, index: number, count: number): number | undefined {
  const destinations: Partial<Record<string, number>> = {
    ArrowRight: (index + 1) % count,
    ArrowLeft: (index + count - 1) % count,
    Home: 0,
    End: count - 1,
    ' ': index,
  };
  return destinations[key];
}

/**
 * The quarters as tabs by the WAI-ARIA pattern with automatic activation (roadmap.tsx). The tabs are links to their panels,
 * so all panels can be reached without this script. With it Tab reaches the chosen tab, and arrow keys the others.
 *
 * The chosen quarter stands in the address, and an address that names a quarter opens it. A click is one choice: it adds an
 * entry to the history, and Back undoes it. Arrow keys choose every quarter on their way: they replace the entry, so that
 * Back does not walk through all of them again.
 */
export function watchQuarterTabs(quarters: HTMLElement): void {
  const tabs = [...quarters.querySelectorAll<HTMLAnchorElement>('[role=tab]')];
  const [first] = tabs;
  if (!first) return;
  let chosen = first;

  function choose(tab: HTMLAnchorElement): void {
    chosen = tab;
    for (const each of tabs) {
      const isChosen = each === tab;
      each.setAttribute('aria-selected', String(isChosen));
      each.tabIndex = isChosen ? 0 : -1;
      const panel = document.getElementById(each.hash.slice(1));
      if (panel) handlesOf(panel).state = isChosen ? 'active' : 'inactive';
    }
  }

  const tabAt = (target: EventTarget | null) =>
    tabs.find((tab) => target instanceof Node && tab.contains(target));

  /** The tab of the address: the first one if it names no part of the page, none if it names another part. */
  const tabOfAddress = () => (location.hash === '' ? first : tabs.find(({ hash }) => hash === location.hash));

  function onClick(event: MouseEvent): void {
    const tab = tabAt(event.target);
    if (!tab || hasModifier(event)) return;
    // The browser would scroll to the panel.
    event.preventDefault();
    if (tab !== chosen) history.pushState(null, '', tab.hash);
    choose(tab);
    // Safari does not focus a link that is clicked.
    tab.focus({ preventScroll: true });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const from = tabAt(event.target);
    if (!from || hasModifier(event)) return;
    const index = destination(event.key, tabs.indexOf(from), tabs.length);
    const tab = index === undefined ? undefined : tabs[index];
    if (!tab) return;
    event.preventDefault();
    choose(tab);
    tab.focus();
  }

  /** Not while a key is held down: browsers refuse hundreds of changes of the address in a few seconds. */
  function onKeyUp({ key }: KeyboardEvent): void {
    const isOfTabs = destination(key, 0, tabs.length) !== undefined;
    if (isOfTabs && chosen !== tabOfAddress()) history.replaceState(null, '', chosen.hash);
  }

  function onHashChange(): void {
    const tab = tabOfAddress();
    if (!tab) return;
    choose(tab);
    // Chromium takes the focus away when it goes back, other browsers leave it on the tab or the panel that was open before.
    const { activeElement } = document;
    if (activeElement === document.body || quarters.contains(activeElement))
      tab.focus({ preventScroll: true });
  }

  /** A panel that is higher than the screen is read from its beginning. Browsers would show its middle to the keyboard. */
  function onFocusIn({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || !target.matches('[role=tabpanel]:focus-visible')) return;
    if (target.offsetHeight > innerHeight) bringIntoView(target, 'start');
  }

  choose(tabOfAddress() ?? first);
  // From here on the script decides which panel is open, and no longer `:target`.
  handlesOf(quarters).watched = '';
  quarters.addEventListener('click', onClick);
  quarters.addEventListener('keydown', onKeyDown);
  quarters.addEventListener('keyup', onKeyUp);
  quarters.addEventListener('focusin', onFocusIn);
  addEventListener('hashchange', onHashChange);
}
