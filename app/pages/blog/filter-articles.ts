import { findByHandle, handlesOf, selectorOf } from '../../ui/handles.ts';

/** Lets the chips show one category of the cards below them at a time, and say how many it has (blog.tsx). */
export function watchCategoryChips(): void {
  const chips = findByHandle('chips');
  const count = findByHandle('count');
  if (!chips || !count) return;

  const said = handlesOf(count);
  const { one, other, none = '' } = said;

  chips.addEventListener('click', ({ target }) => {
    const chosen = target instanceof Element ? target.closest('button') : null;
    if (!chosen) return;
    for (const chip of chips.querySelectorAll('button'))
      chip.setAttribute('aria-pressed', String(chip === chosen));
    let shownCount = 0;
    for (const card of document.querySelectorAll<HTMLElement>(selectorOf('category'))) {
      card.hidden = chosen.value !== '' && handlesOf(card).category !== chosen.value;
      if (!card.hidden) shownCount += 1;
    }
    said.empty = `${shownCount === 0}`;
    const articles = shownCount > 0 ? `${shownCount} ${shownCount === 1 ? one : other}` : none;
    // With its name, because another category may have as many, and what does not change is not read out.
    count.textContent = chosen.value === '' ? articles : `${chosen.value}: ${articles}`;
  });
}
