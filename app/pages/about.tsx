import { about } from '../../content/pages/about.ts';
import type { ScreenPage } from '../routes.ts';
import { AboutHero } from '../sections/about/hero.tsx';
import { JoinPanel } from '../sections/about/join-panel.tsx';
import { Mission } from '../sections/about/mission.tsx';
import { ProblemAndSolution } from '../sections/about/problem-and-solution.tsx';
import { Team } from '../sections/about/team.tsx';
import { Values } from '../sections/about/values.tsx';

export const page: ScreenPage = {
  path: '/about',
  meta: about.meta,
  style: 'about',
  hero: <AboutHero hero={about.hero} />,
  sections: (
    <>
      <Mission mission={about.mission} reference={about.hero.reference} />
      <Values values={about.values} />
      <ProblemAndSolution problem={about.problem} solution={about.solution} />
      <Team team={about.team} />
      <JoinPanel join={about.join} />
    </>
  ),
};
