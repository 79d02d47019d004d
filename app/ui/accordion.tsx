import type { ReactNode } from 'react';
import type { AnswerTable, Question } from '../../content/page-parts.ts';

/**
 * A text that opens when its heading is pressed. The text is always in the HTML: for search engines, find-in-page and print.
 */
export function Fold({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="fold">
      <summary>
        {summary}
        <span className="accordion-mark" aria-hidden="true" />
      </summary>
      {children}
    </details>
  );
}

/** A table under an answer, narrow enough for a phone. */
function Comparison({ table }: { table: AnswerTable }) {
  return (
    <table className="comparison">
      <thead>
        <tr>
          <td />
          {table.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => (
          <tr key={row.about}>
            <th scope="row">{row.about}</th>
            {row.cells.map((cell, index) => (
              <td key={table.columns[index]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * The questions of a page. They open by the browser's own `<details>`, which works without any script. Questions with the same
 * name are open one at a time.
 */
export function Questions({ title, items }: { title: string; items: readonly Question[] }) {
  return (
    <section className="section wrap columns questions" aria-labelledby="questions">
      <h2 id="questions" className="beside">
        {title}
      </h2>
      <div className="accordion">
        {items.map((item) => (
          <details key={item.question} name="questions">
            <summary>
              <h3>{item.question}</h3>
              <span className="accordion-mark" aria-hidden="true" />
            </summary>
            <p>{item.answer}</p>
            {item.table && <Comparison table={item.table} />}
          </details>
        ))}
      </div>
    </section>
  );
}
