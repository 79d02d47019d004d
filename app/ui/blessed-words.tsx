import { Fragment } from 'react';
import { blessing } from '../../content/blessing.ts';

/** Words in which the blessing on the Prophet may stand: a screen reader says it, and no line begins with it. */
export function BlessedWords({ text }: { text: string }) {
  return text.split(` ${blessing.sign}`).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places.
    <Fragment key={index}>
      {index > 0 && (
        <>
          {'\u00A0'}
          <span role="img" aria-label={blessing.words} className="blessing">
            {blessing.sign}
          </span>
        </>
      )}
      {part}
    </Fragment>
  ));
}
