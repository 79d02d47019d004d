import { Fragment } from 'react';
import { blessing } from '../../content/blessing.ts';
import { partedAtBlessing } from './blessing-html.ts';

function BlessedName({ name, mark }: { name: string; mark: string }) {
  return (
    <span className="blessed">
      {name}
      {'\u00A0'}
      <span role="img" aria-label={blessing.words} className="blessing">
        {blessing.sign}
      </span>
      {mark}
    </span>
  );
}

/** Words in which the blessing on the Prophet may stand: a screen reader says it, and no line begins with it. */
export function BlessedWords({ text }: { text: string }) {
  return partedAtBlessing(text).map(({ plain, blessed }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places.
    <Fragment key={index}>
      {plain}
      {blessed && <BlessedName {...blessed} />}
    </Fragment>
  ));
}
