import { roadmap } from '../../content/pages/roadmap.ts';
import { QuarterTabs } from '../sections/roadmap/quarter-tabs.tsx';
import { Revision } from '../sections/roadmap/revision.tsx';
import { RoadmapHero } from '../sections/roadmap/roadmap-hero.tsx';
import { PageShell } from '../sections/shell/page-shell.tsx';

export const meta = roadmap.meta;

export function Page() {
  const { tabsLabel, statusLabels, priorityLabels, quarters } = roadmap;
  return (
    <PageShell path="/roadmap" opening={<RoadmapHero hero={roadmap.hero} />}>
      <QuarterTabs
        label={tabsLabel}
        statusLabels={statusLabels}
        priorityLabels={priorityLabels}
        quarters={quarters}
      />
      <Revision revision={roadmap.revision} />
    </PageShell>
  );
}
