import { roadmap } from '../../../content/pages/roadmap.ts';
import type { ScreenPage } from '../../routes.ts';
import { RoadmapHero } from './hero.tsx';
import { QuarterTabs } from './quarter-tabs.tsx';
import { Revision } from './revision.tsx';

const { tabsLabel, statusLabels, priorityLabels, quarters } = roadmap;

export const page: ScreenPage = {
  path: '/roadmap',
  meta: roadmap.meta,
  style: 'roadmap',
  hero: <RoadmapHero hero={roadmap.hero} />,
  sections: (
    <>
      <QuarterTabs
        label={tabsLabel}
        statusLabels={statusLabels}
        priorityLabels={priorityLabels}
        quarters={quarters}
      />
      <Revision revision={roadmap.revision} />
    </>
  ),
};
