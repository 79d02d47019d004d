import type { BlogContent } from '../../../content/pages/blog.ts';

interface CategoryChipsProps {
  chips: BlogContent['chips'];
  /** Words of the line below the chips: how many articles, or that there are none. */
  counted: BlogContent['counted'];
  empty: string;
  /** How many cards the grid has in all. */
  total: number;
}

/** The subjects to choose from, one at a time, and how many articles the chosen one has; filter-articles.ts makes them work. */
export function CategoryChips({ chips, counted, empty, total }: CategoryChipsProps) {
  const { one, other } = counted;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are buttons. */}
      <div role="group" aria-label={chips.label} className="chips">
        {[chips.all, ...chips.categories].map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === chips.all}
            value={choice === chips.all ? '' : choice}
            className="chip"
          >
            {choice}
          </button>
        ))}
      </div>
      <p role="status" className="articles-count" data-one={one} data-other={other} data-none={empty}>
        {total} {total === 1 ? one : other}
      </p>
    </>
  );
}
