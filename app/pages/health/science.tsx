import type { HealthContent } from '../../../content/pages/health.ts';
import { Scripture } from '../../ui/scripture.tsx';

interface ScienceProps {
  science: HealthContent['science'];
}

/** One practice per row: the text it comes from, and beside it what was studied, in how many people, and where to read it. */
export function Science({ science }: ScienceProps) {
  const { labels } = science;
  return (
    <section className="science" aria-labelledby="science">
      <div className="wrap section">
        <div className="section-head">
          <div>
            <p className="eyebrow">{science.eyebrow}</p>
            <h2 id="science">{science.title}</h2>
          </div>
          <p className="lede">{science.lede}</p>
        </div>
        <div className="science-row science-heads" aria-hidden="true">
          <p>{labels.practice}</p>
          <p>{labels.sunnah}</p>
          <p>{labels.finding}</p>
        </div>
        <ul className="science-rows">
          {science.rows.map((row) => (
            <li key={row.practice} className="science-row">
              <h3>{row.practice}</h3>
              <div className="science-texts">
                <p className="science-label">{labels.sunnah}</p>
                {row.sunnah.map((id) => (
                  <Scripture key={id} id={id} />
                ))}
              </div>
              <div>
                <p className="science-label">{labels.finding}</p>
                <p>{row.finding}</p>
                <dl>
                  <dt>{labels.strength}</dt>
                  <dd>{row.strength}</dd>
                  <dt>{labels.source}</dt>
                  <dd>
                    <a className="link" href={row.source.url} target="_blank" rel="noopener noreferrer">
                      {row.source.label}
                    </a>
                  </dd>
                </dl>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
