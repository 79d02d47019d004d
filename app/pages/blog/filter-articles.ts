/** Lets the chips show one category of the cards below them at a time, and say how many it has (blog.tsx). */
export function watchChips(): void {
  const chips = document.querySelector<HTMLElement>('[data-chips]');
  const count = document.querySelector<HTMLElement>('[data-article-count]');
  if (!chips || !count) return;

  const { one, other, none = '' } = count.dataset;

  chips.addEventListener('click', ({ target }) => {
    const chosen = target instanceof Element ? target.closest('button') : null;
    if (!chosen) return;
    for (const chip of chips.querySelectorAll('button'))
      chip.setAttribute('aria-pressed', String(chip === chosen));
    let shownCount = 0;
    for (const card of document.querySelectorAll<HTMLElement>('[data-category]')) {
      card.hidden = chosen.value !== '' && card.dataset.category !== chosen.value;
      if (!card.hidden) shownCount += 1;
    }
    count.dataset.empty = String(shownCount === 0);
    const articles = shownCount > 0 ? `${shownCount} ${shownCount === 1 ? one : other}` : none;
    // With its name, because another category may have as many, and what does not change is not read out.
    count.textContent = chosen.value === '' ? articles : `${chosen.value}: ${articles}`;
  });
}
