import type { AboutContent } from '../../../content/pages/about.ts';

interface ProblemAndSolutionProps {
  problem: AboutContent['problem'];
  solution: AboutContent['solution'];
}

/** Two grounds side by side, paper and night, each to its own edge of the window. */
export function ProblemAndSolution({ problem, solution }: ProblemAndSolutionProps) {
  return (
    <div className="two-grounds">
      <section className="ground-problem" aria-labelledby="problem">
        <h2 id="problem">{problem.title}</h2>
        <p>{problem.text}</p>
      </section>
      <section className="ground-solution on-sky" aria-labelledby="solution">
        <h2 id="solution">{solution.title}</h2>
        <p>{solution.text}</p>
      </section>
    </div>
  );
}
