import { type PrivacyContent, privacy } from '../../../content/pages/privacy.ts';
import { Lattice } from '../../drawings/lattice.tsx';
import type { Page } from '../../routes.ts';
import { Fold } from '../../ui/accordion.tsx';
import { handles } from '../../ui/markup-handles.ts';
import { HeroWords, PlainDate } from '../../ui/text.tsx';

const { hero, updated, contentsLabel, sectionsBefore, stored, sectionsAfter, contact } = privacy;

function PrivacyHero() {
  return (
    <div className="quiet-sky night sky on-sky">
      <div className="wrap sky-words columns privacy-hero">
        <div className="stack">
          <HeroWords words={hero} />
          <p className="muted small">
            {updated.label} <PlainDate date={updated.date} />
          </p>
        </div>
        <Lattice />
      </div>
    </div>
  );
}

/**
 * What the database holds, one row for each of its columns. On narrow screens each row becomes a paragraph; the roles
 * keep it a table for screen readers, which `display: block` would undo.
 */
function StoredFields() {
  const { what, why } = stored.headings;
  return (
    <section id={stored.id} aria-labelledby={`${stored.id}-title`} className="policy-section">
      <div className="prose">
        <h2 id={`${stored.id}-title`}>{stored.title}</h2>
        <p>{stored.lede}</p>
      </div>
      <Fold summary={stored.fold}>
        {Object.entries(stored.tables).map(([name, { title, howLong, columns }]) => (
          // biome-ignore-start lint/a11y/noRedundantRoles: see above.
          <table key={name} role="table" className="small stored">
            <caption>
              {title}
              <p className="muted">{howLong}</p>
            </caption>
            <thead role="rowgroup">
              <tr role="row">
                {[what, why].map((heading) => (
                  <th key={heading} role="columnheader" scope="col">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup" className="ruled">
              {Object.entries(columns).map(([column, field]) => (
                <tr key={column} role="row">
                  <th role="rowheader" scope="row">
                    {field.what}
                  </th>
                  <td role="cell" data-heading={why}>
                    {field.why}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          // biome-ignore-end lint/a11y/noRedundantRoles: see above.
        ))}
      </Fold>
    </section>
  );
}

/** Such as “Article 6(1)(f)”. The parentheses make a split give the references too. */
const articleOfLaw = /(Article \d+\(\d+\)\(\w\))/;

/** A text of the policy, whose references to an article of a law do not break. */
function LegalText({ text }: { text: string }) {
  return text.split(articleOfLaw).map((part) =>
    articleOfLaw.test(part) ? (
      <span key={part} className="policy-article">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

function PolicySection({ section }: { section: PrivacyContent['sectionsBefore'][number] }) {
  return (
    <section id={section.id} aria-labelledby={`${section.id}-title`} className="policy-section prose">
      <h2 id={`${section.id}-title`}>{section.title}</h2>
      {section.paragraphs.map((paragraph) => (
        <p key={paragraph}>
          <LegalText text={paragraph} />
        </p>
      ))}
      {section.points && (
        <dl className="ruled policy-points">
          {section.points.map(({ term, text }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd className="muted">
                <LegalText text={text} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/**
 * The headings. Where there is little room they stay folded: the fold is before the list, which is open beside the text. There
 * mark-current.ts marks the section that is being read.
 */
function Contents() {
  return (
    <nav {...handles({ contents: '' })} aria-labelledby="contents-title" className="beside policy-contents">
      <p id="contents-title" className="eyebrow">
        {contentsLabel}
      </p>
      <details className="fold">
        <summary>
          {contentsLabel}
          <span className="accordion-mark" aria-hidden="true" />
        </summary>
      </details>
      <ol>
        {[...sectionsBefore, stored, ...sectionsAfter].map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="muted tall">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Policy() {
  return (
    <div className="wrap columns policy">
      <Contents />
      <div>
        {sectionsBefore.map((section) => (
          <PolicySection key={section.id} section={section} />
        ))}
        <StoredFields />
        {sectionsAfter.map((section) => (
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

export const page: Page = {
  meta: privacy.meta,
  hero: <PrivacyHero />,
  sections: <Policy />,
};
