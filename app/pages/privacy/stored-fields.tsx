import type { PrivacyContent } from '../../../content/pages/privacy.ts';

type Stored = PrivacyContent['stored'];

/**
 * What the database holds, one row for each of its columns. On narrow screens each row becomes a paragraph; the roles
 * keep it a table for screen readers, which `display: block` would undo.
 */
export function StoredFields({ stored }: { stored: Stored }) {
  const { what, why, howLong } = stored.headings;
  const tables = Object.keys(stored.tables) as (keyof Stored['tables'])[];
  return (
    <section id={stored.id} aria-labelledby={`${stored.id}-title`} className="policy-section">
      <div className="prose">
        <h2 id={`${stored.id}-title`}>{stored.title}</h2>
        <p>{stored.lede}</p>
      </div>
      {tables.map((table) => (
        // biome-ignore-start lint/a11y/noRedundantRoles: see above.
        <table key={table} role="table" className="stored">
          <caption>{stored.tables[table]}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {[what, why, howLong].map((heading) => (
                <th key={heading} role="columnheader" scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {stored.fields
              .filter((field) => field.table === table)
              .map((field) => (
                <tr key={field.column} role="row">
                  <th role="rowheader" scope="row">
                    {field.what}
                  </th>
                  <td role="cell" data-heading={why}>
                    {field.why}
                  </td>
                  <td role="cell" data-heading={howLong}>
                    {field.howLong}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
        // biome-ignore-end lint/a11y/noRedundantRoles: see above.
      ))}
    </section>
  );
}
