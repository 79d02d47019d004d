import { joinWaitlist } from '../messages.ts';
import { feedbackLink } from '../navigation.ts';
import type { Headline, PageMeta } from '../page-parts.ts';
import { site } from '../site.ts';

export type RoadmapStatus = 'completed' | 'in-progress' | 'planned';
export type RoadmapPriority = 'high' | 'medium' | 'low';

interface RoadmapFeature {
  title: string;
  /** What will be different once it is there. */
  description: string;
  status: RoadmapStatus;
  priority: RoadmapPriority;
}

export interface RoadmapQuarter {
  /** Stands in the tab’s id. */
  id: string;
  name: string;
  status: RoadmapStatus;
  /** The moon grows through the year. */
  moon: 'crescent' | 'quarter' | 'gibbous' | 'full';
  title: string;
  summary: string;
  features: readonly RoadmapFeature[];
}

export interface RoadmapContent {
  meta: PageMeta;
  hero: { eyebrow: string; title: Headline; lede: string };
  tabsLabel: string;
  statusLabels: Record<RoadmapStatus, string>;
  priorityLabels: Record<RoadmapPriority, string>;
  quarters: readonly RoadmapQuarter[];
  revision: {
    title: string;
    text: string;
    button: string;
    feedback: { label: string; href: string };
  };
}

export const roadmap: RoadmapContent = {
  meta: {
    title: `Roadmap: four quarters of 2026 · ${site.name}`,
    description:
      'What has been laid down, what is on the bench and what comes after it, quarter by quarter, with the difference each piece is meant to make.',
  },
  hero: {
    eyebrow: 'Roadmap',
    title: { before: 'Foundations first, then the', emphasis: 'roof', after: '.' },
    lede: 'A plan for the year, insha’Allah, and open to revision by those who will use what comes of it.',
  },
  tabsLabel: 'Quarters',
  statusLabels: { completed: 'Completed', 'in-progress': 'In progress', planned: 'Planned' },
  priorityLabels: { high: 'High priority', medium: 'Medium priority', low: 'Low priority' },
  quarters: [
    {
      id: 'q1-2026',
      name: 'Q1 2026',
      status: 'completed',
      moon: 'crescent',
      title: 'Groundwork',
      summary: 'Decisions on paper, made before the first screen of the app.',
      features: [
        {
          title: 'Eight features chosen',
          description:
            'The long list became a short one, so that what is promised can be built by the people promising it.',
          status: 'completed',
          priority: 'high',
        },
        {
          title: 'Sources gathered and checked',
          description:
            'Verses were compared letter by letter with an independent text, and hadith by number and grade; whatever failed stays out.',
          status: 'completed',
          priority: 'high',
        },
        {
          title: 'Three prices fixed',
          description: 'You can know the cost before you grow fond of the thing.',
          status: 'completed',
          priority: 'medium',
        },
        {
          title: 'A waitlist that keeps to itself',
          description:
            'Joining takes an address and a minute, and nothing it answers tells a stranger who else is there.',
          status: 'completed',
          priority: 'high',
        },
      ],
    },
    {
      id: 'q2-2026',
      name: 'Q2 2026',
      status: 'in-progress',
      moon: 'quarter',
      title: 'The frame of the day',
      summary: 'Design and trials of the part that everything else will hang from.',
      features: [
        {
          title: 'Prayer times you can question',
          description:
            'Behind each time there will be its method, its angle and a correction in minutes, so that you can bring it into step with the local timetable.',
          status: 'in-progress',
          priority: 'high',
        },
        {
          title: 'Laying tasks between prayers',
          description:
            'A two-hour job will be told apart from two one-hour gaps, and will not be cut in half by Dhuhr without your leave.',
          status: 'in-progress',
          priority: 'high',
        },
        {
          title: 'Hijri dates with a human hand',
          description:
            'One tap will move the month by a day when your community sights the moon, and each fasting reminder will move along.',
          status: 'in-progress',
          priority: 'medium',
        },
        {
          title: 'Learning the roads',
          description: 'We are finding out how early a warning must come for a driver to act on it calmly.',
          status: 'in-progress',
          priority: 'medium',
        },
      ],
    },
    {
      id: 'q3-2026',
      name: 'Q3 2026',
      status: 'planned',
      moon: 'gibbous',
      title: 'A mind and a body',
      summary: 'Help with what fills the head, and with what carries it.',
      features: [
        {
          title: 'Task coach',
          description:
            'Sunday’s heap of forty items will become three for the morning, each with a reason you can overrule.',
          status: 'planned',
          priority: 'high',
        },
        {
          title: 'Thought capture',
          description:
            'Half a sentence, mumbled in a corridor, will be enough to be found again under the right day.',
          status: 'planned',
          priority: 'medium',
        },
        {
          title: 'Sleep and health',
          description:
            'The week will show which late evening cost which morning, and leave the conclusion to you.',
          status: 'planned',
          priority: 'medium',
        },
        {
          title: 'Reminders for blessed times',
          description:
            'They will be computed for your own sky, night by night, rather than set at three o’clock all year.',
          status: 'planned',
          priority: 'low',
        },
      ],
    },
    {
      id: 'q4-2026',
      name: 'Q4 2026',
      status: 'planned',
      moon: 'full',
      title: 'Memory and company',
      summary: 'What takes longest to build because it must last longest.',
      features: [
        {
          title: 'Memorisation coach',
          description:
            'Revision will be dealt out by how a page was last recited, so that the strong ones stop crowding out the weak.',
          status: 'planned',
          priority: 'high',
        },
        {
          title: 'Friends',
          description:
            'A circle will hold a handful, open only from both sides, and close without anyone being told.',
          status: 'planned',
          priority: 'medium',
        },
        {
          title: 'Offline, proved',
          description: 'A week in flight mode will be the test: the plan must still know when Maghrib is.',
          status: 'planned',
          priority: 'high',
        },
        {
          title: 'Desktop',
          description: 'The day’s line will sit at the edge of the screen you already work on.',
          status: 'planned',
          priority: 'low',
        },
      ],
    },
  ],
  revision: {
    title: 'The order is not final',
    text: 'Those on the list will try each part before it is finished, and what they find may move the next one up or down.',
    button: joinWaitlist,
    feedback: { label: 'Argue with the order', href: feedbackLink },
  },
};
