import { Accordion } from './accordion.tsx';

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
