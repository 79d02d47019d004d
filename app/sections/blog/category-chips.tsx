import type { BlogCategory } from '../../../content/blog-categories.ts';
import type { BlogContent } from '../../../content/pages/blog.ts';

type Chips = BlogContent['chips'];
type Choice = BlogCategory | Chips['all'];

interface CategoryChipsProps {
  chips: Chips;
  chosen: Choice;
  onChoose: (choice: Choice) => void;
}

/** The subjects to choose from, one at a time. */
export function CategoryChips({ chips, chosen, onChoose }: CategoryChipsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are buttons.
    <div role="group" aria-label={chips.label} className="chips">
      {[chips.all, ...chips.categories].map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === chosen}
          data-needs-script=""
          className="chip"
          onClick={() => onChoose(choice)}
        >
          {choice}
        </button>
      ))}
    </div>
  );
}
