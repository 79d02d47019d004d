import type { ReactNode } from 'react';
import type { Question } from '../../content/page-parts.ts';

interface AccordionProps {
  /** Names the group: the browser keeps one of its items open at a time, and lets the open one be closed. */
  name: string;
  items: readonly Question[];
}

/** Questions that unfold by the browser's own `<details>`, which works before and without any script. */
function Accordion({ name, items }: AccordionProps) {
  return (
    <div className="accordion">
      {items.map((item) => (
        <details key={item.question} name={name}>
          <summary>
            <h3>{item.question}</h3>
            <span className="accordion-mark" aria-hidden="true" />
          </summary>
          <p>{item.answer}</p>
        </details>
      ))}
    </div>
  );
}

interface FoldProps {
  summary: string;
  children: ReactNode;
}

/** Something to read on wish. It is in the page all the same: for search engines, for find-in-page and on paper. */
export function Fold({ summary, children }: FoldProps) {
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

interface QuestionsProps {
  title: string;
  items: readonly { question: string; answer: string }[];
}

/** The questions of a page, one open at a time. */
export function Questions({ title, items }: QuestionsProps) {
  return (
    <section className="section questions" aria-labelledby="questions">
      <h2 id="questions">{title}</h2>
      <Accordion name="questions" items={items} />
    </section>
  );
}
