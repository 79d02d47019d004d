import type { AboutContent } from '../../../content/pages/about.ts';

/** What the makers hold to, numbered between hairlines; the title stays beside the list while it scrolls. */
export function Values({ values }: { values: AboutContent['values'] }) {
  return (
    <section className="values" aria-labelledby="values">
      <div className="wrap section values-row">
        <h2 id="values" className="values-title">
          {values.title}
        </h2>
        <ol className="values-list">
          {values.items.map((value) => (
            <li key={value.title}>
              <h3>{value.title}</h3>
              <p>{value.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
