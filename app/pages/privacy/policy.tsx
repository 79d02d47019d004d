import type { PrivacyContent } from '../../../content/pages/privacy.ts';
import { StoredFields } from './stored-fields.tsx';

type Section = PrivacyContent['before'][number];

function PolicySection({ section }: { section: Section }) {
  return (
    <section id={section.id} aria-labelledby={`${section.id}-title`} className="policy-section prose">
      <h2 id={`${section.id}-title`}>{section.title}</h2>
      {section.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {section.points && (
        <dl className="policy-points">
          {section.points.map(({ term, text }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** The policy beside its table of contents, which stays in view where there is room for it. */
export function Policy({ privacy }: { privacy: PrivacyContent }) {
  const { before, stored, after, contact } = privacy;
  return (
    <div className="wrap policy">
      <nav aria-labelledby="contents-title" className="policy-contents">
        <p id="contents-title" className="eyebrow">
          {privacy.contentsLabel}
        </p>
        <ol>
          {[...before, stored, ...after].map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div>
        {before.map((section) => (
          <PolicySection key={section.id} section={section} />
        ))}
        <StoredFields stored={stored} />
        {after.map((section) => (
          <PolicySection key={section.id} section={section} />
        ))}
        <p className="policy-contact">
          {contact.text}{' '}
          <a className="link" href={`mailto:${contact.address}`}>
            {contact.address}
          </a>
          .
        </p>
      </div>
    </div>
  );
}
