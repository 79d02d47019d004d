import { about } from '../../content/pages/about.ts';
import { AboutHero } from '../sections/about/about-hero.tsx';
import { JoinPanel } from '../sections/about/join-panel.tsx';
import { Mission } from '../sections/about/mission.tsx';
import { ProblemAndSolution } from '../sections/about/problem-and-solution.tsx';
import { Team } from '../sections/about/team.tsx';
import { Values } from '../sections/about/values.tsx';
import { PageShell } from '../sections/shell/page-shell.tsx';

export const meta = about.meta;

export function Page() {
  return (
    <PageShell path="/about" opening={<AboutHero hero={about.hero} />}>
      <Mission mission={about.mission} reference={about.hero.reference} />
      <Values values={about.values} />
      <ProblemAndSolution problem={about.problem} solution={about.solution} />
      <Team team={about.team} />
      <JoinPanel join={about.join} />
    </PageShell>
  );
}
