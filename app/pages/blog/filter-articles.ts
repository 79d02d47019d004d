/** Lets the chips show one category of the cards below them at a time, and say how many it has (blog.tsx). */
export function watchChips(): void {
  const chips = document.querySelector<HTMLElement>('.chips');
  const count = document.querySelector<HTMLElement>('.articles-count');
  if (!chips || !count) return;

  function show(category: string): number {
    let shown = 0;
    for (const card of document.querySelectorAll<HTMLElement>('[data-category]')) {
      card.hidden = category !== '' && card.dataset.category !== category;
      if (!card.hidden) shown += 1;
    }
    return shown;
  }

  function say(shown: number): void {
    const { one, other, none } = (count as HTMLElement).dataset;
    (count as HTMLElement).className = shown > 0 ? 'articles-count' : 'articles-none';
    (count as HTMLElement).textContent = shown > 0 ? `${shown} ${shown === 1 ? one : other}` : (none ?? '');
  }

  chips.addEventListener('click', ({ target }) => {
    const chosen = target instanceof Element ? target.closest<HTMLButtonElement>('.chip') : null;
    if (!chosen) return;
    for (const chip of chips.querySelectorAll('.chip'))
      chip.setAttribute('aria-pressed', String(chip === chosen));
    say(show(chosen.value));
  });
}
