import { Fragment } from 'react';
import { blessing } from '../../content/blessing.ts';
import { splitAtBlessing } from './blessing-html.ts';

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

/** Text that may contain the blessing on the Prophet: a screen reader reads it out, and no line begins with it. */
export function BlessedWords({ text }: { text: string }) {
  return splitAtBlessing(text).map(({ plain, blessed }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places.
    <Fragment key={index}>
      {plain}
      {blessed && <BlessedName {...blessed} />}
    </Fragment>
  ));
}
