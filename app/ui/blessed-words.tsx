import { blessing } from '../../content/blessing.ts';
import { partedAtBlessing } from './blessing-html.ts';

function BlessedName({ name }: { name: string }) {
  return (
    <span className="blessed">
      {name}
      {'\u00A0'}
      <span role="img" aria-label={blessing.words} className="blessing">
        {blessing.sign}
      </span>
    </span>
  );
}

/** Words in which the blessing on the Prophet may stand: a screen reader says it, and no line begins with it. */
export function BlessedWords({ text }: { text: string }) {
  return partedAtBlessing(text).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places.
    index % 2 ? <BlessedName key={index} name={part} /> : part,
  );
}
