import type { IslamContent } from '../../../content/pages/islam.ts';
import { KhatamStar } from '../../drawings/khatam.tsx';
import { BlessedWords } from '../../ui/blessed-words.tsx';
import { JoinButton } from '../../ui/join-button.tsx';
import { Scripture } from '../../ui/scripture.tsx';

interface BarakahProps {
  barakah: IslamContent['barakah'];
}

/** What barakah is, and the line between what an app can do about it and what it cannot. */
export function Barakah({ barakah }: BarakahProps) {
  return (
    <section className="section wrap" aria-labelledby="barakah">
      <div className="section-head barakah-head">
        <div>
          <p className="eyebrow">{barakah.eyebrow}</p>
          <h2 id="barakah">{barakah.title}</h2>
          <div className="prose">
            {barakah.paragraphs.map((paragraph) => (
              <p key={paragraph}>
                <BlessedWords text={paragraph} />
              </p>
            ))}
          </div>
        </div>
        <div className="barakah-quote">
          <Scripture id={barakah.quote} />
        </div>
      </div>
      <div className="barakah-lists">
        <div>
          <h3>{barakah.can.title}</h3>
          <ul>
            {barakah.can.items.map((item) => (
              <li key={item}>
                <KhatamStar />
                {item}
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3>{barakah.cannot.title}</h3>
          <ul>
            {barakah.cannot.items.map((item) => (
              <li key={item}>
                <span className="barakah-dash" aria-hidden="true" />
                {item}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <ul className="barakah-references">
        {barakah.references.map((id) => (
          <li key={id}>
            <Scripture id={id} />
          </li>
        ))}
      </ul>
      <div className="barakah-note">
        <p>{barakah.note}</p>
        <JoinButton />
      </div>
    </section>
  );
}
