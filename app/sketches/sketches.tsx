import type { ReactNode } from 'react';
import { sketches as words } from '../../content/sketches.ts';
import { wideDaylight } from '../drawings/day-arc.tsx';
import { Picture } from '../drawings/picture.tsx';
import { Island } from '../islands/island.tsx';
import { Coach } from './coach.tsx';
import { Night } from './night.tsx';

/** The outline of a phone. Screen readers get one sentence as its description. */
function Phone({ screen, children }: { screen: 'today' | 'coach' | 'night'; children: ReactNode }) {
  return (
    <div className={`phone phone-${screen}`} role="img" aria-label={words[screen].label}>
      {children}
    </div>
  );
}

/** One sketch by itself, under the line that says what it is. */
export function Sketch({ screen, children }: { screen: 'today' | 'night'; children: ReactNode }) {
  return (
    <figure className="sketch">
      <figcaption>{words.caption}</figcaption>
      <Phone screen={screen}>{children}</Phone>
    </figure>
  );
}

/** The hero's arc once more, stretched to the edges of the page. The same path data a second time is only a few bytes. */
function PathBehind() {
  return (
    <Picture className="triptych-path" viewBox={wideDaylight.viewBox} preserveAspectRatio="none">
      <path className="sketch-arc sketch-dots" d={wideDaylight.path} />
    </Picture>
  );
}

/** The three sketches of the landing page: today in front, the morning's and the night's rising behind a horizon. */
export function Triptych() {
  return (
    <figure className="triptych">
      <PathBehind />
      {/* On a phone they are swiped through, and by the keyboard scrolled. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section className="triptych-row" aria-label={words.row} tabIndex={0}>
        <Phone screen="today">
          <Island name="today" props={{}} />
        </Phone>
        {/* Of the second one of a row only the edge may be seen: a verse would be cut. */}
        <Phone screen="night">
          <Night />
        </Phone>
        <Phone screen="coach">
          <Coach />
        </Phone>
      </section>
      <figcaption>{words.caption}</figcaption>
    </figure>
  );
}
