import type { IslamContent } from '../../../content/pages/islam.ts';

interface HowWeKnowProps {
  words: IslamContent['howWeKnow'];
}

/** How the prayer times on the landing page are worked out, and how far they can be trusted. */
export function HowWeKnow({ words }: HowWeKnowProps) {
  return (
    <section className="section wrap" aria-labelledby="prayer-times">
      <div className="section-head">
        <div>
          <p className="eyebrow">{words.eyebrow}</p>
          <h2 id="prayer-times">{words.title}</h2>
        </div>
        <p className="lede">{words.lede}</p>
      </div>
      <div className="how-parts">
        {words.parts.map((part) => (
          <div key={part.title} className="how-part">
            <h3>{part.title}</h3>
            <div>
              {part.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </div>
        ))}
        <div className="how-part">
          <h3>{words.sources.title}</h3>
          <div>
            <ul>
              {words.sources.items.map((source) => (
                <li key={source.href}>
                  <a className="link" href={source.href} target="_blank" rel="noopener noreferrer">
                    {source.name}
                  </a>
                  : {source.what}
                </li>
              ))}
            </ul>
            <p>{words.note}</p>
          </div>
        </div>
      </div>
    </section>
  );
}
