import { about } from '../../../content/pages/about.ts';
import type { ScreenPage } from '../../routes.ts';
import { AboutHero } from './hero.tsx';
import { JoinPanel } from './join-panel.tsx';
import { Mission } from './mission.tsx';
import { ProblemAndSolution } from './problem-and-solution.tsx';
import { Team } from './team.tsx';
import { Values } from './values.tsx';

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
