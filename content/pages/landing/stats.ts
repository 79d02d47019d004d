import { site } from '../../site.ts';

const { members, countries, wouldRecommend } = site.figures;

/** The marquee's figures. */
export const stats: readonly { figure: string; label: string }[] = [
  { figure: `${members}+`, label: 'waitlist members' },
  { figure: `${countries}`, label: 'countries' },
  { figure: `${wouldRecommend}%`, label: 'would recommend' },
  { figure: site.launchTarget.quarter, label: 'launch target' },
];
