import { Accordion } from '../ui/accordion.tsx';

interface QuestionsProps {
  title: string;
  items: readonly { question: string; answer: string }[];
}

/** The questions of a page, one open at a time. */
export function Questions({ title, items }: QuestionsProps) {
  return (
    <section className="section mx-auto w-[min(46rem,100%-var(--edges))]" aria-labelledby="questions">
      <h2 id="questions">{title}</h2>
      <div className="mt-6">
        <Accordion name="questions" items={items} />
      </div>
    </section>
  );
}
