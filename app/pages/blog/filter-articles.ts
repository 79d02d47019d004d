/** Lets the chips show one category of the cards below them at a time, and say how many it has (blog.tsx). */
export function watchChips(): void {
  const chips = document.querySelector<HTMLElement>('.chips');
  const count = document.querySelector<HTMLElement>('.articles-count');
  if (!chips || !count) return;

  const { one, other, none = '' } = count.dataset;

  chips.addEventListener('click', ({ target }) => {
    const chosen = target instanceof Element ? target.closest<HTMLButtonElement>('.chip') : null;
    if (!chosen) return;
    for (const chip of chips.querySelectorAll('.chip'))
      chip.setAttribute('aria-pressed', String(chip === chosen));
    let shown = 0;
    for (const card of document.querySelectorAll<HTMLElement>('[data-category]')) {
      card.hidden = chosen.value !== '' && card.dataset.category !== chosen.value;
      if (!card.hidden) shown += 1;
    }
    count.className = shown > 0 ? 'articles-count' : 'articles-none';
    count.textContent = shown > 0 ? `${shown} ${shown === 1 ? one : other}` : none;
  });
}
