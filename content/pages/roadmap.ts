import { launch } from '../launch.ts';
import { joinWaitlist } from '../messages.ts';
import { feedbackLink } from '../navigation.ts';
import { type Hero, named, type PageMeta } from '../page-parts.ts';

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
  /** The panel’s id, and part of the tab’s. */
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
  hero: Hero;
  tabsLabel: string;
  statusLabels: Record<RoadmapStatus, string>;
  priorityLabels: Record<RoadmapPriority, string>;
  quarters: readonly RoadmapQuarter[];
  /** When there is something to use, and how often we write. */
  beta: { title: string; text: string };
  revision: {
    title: string;
    text: string;
    button: string;
    feedback: { label: string; href: string };
  };
}

export const roadmap: RoadmapContent = {
  meta: {
    ...named('Roadmap: four quarters of 2026'),
    description:
      'What has been decided, what is in the making and what comes after it, quarter by quarter, with the difference each part will make.',
  },
  hero: {
    eyebrow: 'Roadmap',
    title: { before: 'What we build, and', emphasis: 'in which order', after: '.' },
    lede: launch.roadmap,
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
      summary: 'What had to be decided before the first screen of the app.',
      features: [
        {
          title: 'Eight features chosen',
          description: 'A long list became a short one that can be built.',
          status: 'completed',
          priority: 'high',
        },
        {
          title: 'Sources, checked',
          description:
            'Each verse we show is checked letter by letter against a second copy of its text; each hadith has a number and a grade.',
          status: 'completed',
          priority: 'high',
        },
        {
          title: 'Three prices set',
          description: 'You can see what we plan to charge before anything is sold.',
          status: 'completed',
          priority: 'medium',
        },
        {
          title: 'A private waitlist',
          description: 'The form never reveals who has joined.',
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
      title: 'Prayer times and the plan',
      summary: 'Everything else will need this part. It is being designed.',
      features: [
        {
          title: 'Prayer times you can question',
          description:
            'Each time will show how it was worked out, its angle where it has one, and a correction in minutes, so that you can match your local timetable.',
          status: 'in-progress',
          priority: 'high',
        },
        {
          title: 'Tasks between the prayers',
          description:
            'A two-hour job will get two hours together, where no prayer falls inside it, unless you choose to split it.',
          status: 'in-progress',
          priority: 'high',
        },
        {
          title: 'Hijri dates you can move',
          description:
            'One tap will move the month by a day if your community’s sighting differs, and each fasting reminder will move with it.',
          status: 'in-progress',
          priority: 'medium',
        },
        {
          title: 'Traffic',
          description:
            'A warning will come early enough for a driver to act on it calmly. Trials will tell how early that is.',
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
      title: 'Coaches and health',
      summary: 'Help with tasks, thoughts, sleep and blessed times.',
      features: [
        {
          title: 'Task coach',
          description:
            'Forty items will become three for the morning, each with its reason. You will be able to overrule any.',
          status: 'planned',
          priority: 'high',
        },
        {
          title: 'Thought capture',
          description:
            'Half a sentence, mumbled in a corridor, will be enough. You will find it again on the right day.',
          status: 'planned',
          priority: 'medium',
        },
        {
          title: 'Sleep and health',
          description:
            'Each week the app will set late evenings beside the mornings after, and leave the conclusion to you.',
          status: 'planned',
          priority: 'medium',
        },
        {
          title: 'Reminders for blessed times',
          description:
            'They will be worked out for your place and date. The night’s last third, for one, will not be set at three o’clock all year.',
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
      title: 'Memorisation and friends',
      summary: 'The parts that we expect to take longest.',
      features: [
        {
          title: 'Memorisation coach',
          description:
            'What to revise will depend on how you last recited each page, so that the strong pages stop crowding out the weak.',
          status: 'planned',
          priority: 'high',
        },
        {
          title: 'A circle of friends',
          description:
            'It will hold a handful of people. Each will have to agree to it, and can leave without the others being told.',
          status: 'planned',
          priority: 'medium',
        },
        {
          title: 'Offline',
          description: 'A week in flight mode will be the test: the plan must still know when Maghrib is.',
          status: 'planned',
          priority: 'high',
        },
        {
          title: 'Desktop',
          description: 'The day’s plan will sit at the edge of the screen you already work on.',
          status: 'planned',
          priority: 'low',
        },
      ],
    },
  ],
  beta: { title: 'When is the beta?', text: launch.beta },
  revision: {
    title: 'The order is not final',
    text: 'Those who join the waitlist and confirm through our email will be able to try the beta. What they find may change which part comes next.',
    button: joinWaitlist,
    feedback: { label: 'Suggest a change', href: feedbackLink },
  },
};
