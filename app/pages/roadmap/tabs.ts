/** The index of the tab that a key leads to from the tab at `index`; undefined for any other key. */
function destination(key: string, index: number, count: number): number | undefined {
  const next = (index + 1) % count;
  const previous = (index + count - 1) % count;
  return { ArrowRight: next, ArrowLeft: previous, Home: 0, End: count - 1, ' ': index }[key];
}

/**
 * The quarters as tabs by the WAI-ARIA pattern with automatic activation (roadmap.tsx). The tabs are links to their
 * panels: a URL that names a quarter opens it.
 */
export function watchQuarterTabs(): void {
  const quarters = document.querySelector<HTMLElement>('.quarters');
  if (!quarters) return;
  const tabs = [...quarters.querySelectorAll<HTMLAnchorElement>('[role=tab]')];

  function select(chosen: HTMLAnchorElement): void {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      const panel = document.getElementById(tab.hash.slice(1));
      if (panel) panel.dataset.state = isChosen ? 'active' : 'inactive';
    }
  }

  function choose(event: KeyboardEvent | MouseEvent): void {
    // A key or click with a modifier is left to the browser: back, a new tab, a new window.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const index = tabs.findIndex((tab) => event.target instanceof Node && tab.contains(event.target));
    const next = event instanceof KeyboardEvent ? destination(event.key, index, tabs.length) : index;
    const tab = index >= 0 && next !== undefined ? tabs[next] : undefined;
    if (!tab) return;
    event.preventDefault();
    select(tab);
    tab.focus();
  }

  function selectFromHash(): void {
    const linked = tabs.find((tab) => tab.hash === location.hash);
    if (linked) select(linked);
  }

  selectFromHash();
  // From here on the script decides which panel is open, and no longer `:target`.
  quarters.dataset.watched = '';
  quarters.addEventListener('click', choose);
  quarters.addEventListener('keydown', choose);
  addEventListener('hashchange', selectFromHash);
}
