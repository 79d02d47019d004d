import type { IslandName } from '../../app/island-list.ts';
import { selectorOf } from '../../app/ui/handles.ts';

/** An island that React has taken over. */
export const hydratedIsland = (name: IslandName): string =>
  `${selectorOf('island', name)}${selectorOf('hydrated')}`;

/**
 * The parts of a page that tests find by a class, each named once: whoever renames a class changes it here. A part that has a role
 * and a name is found by these, and one that has an id by its id.
 */
export const parts = {
  skipLink: '.skip-link',
  header: '.site-header',
  bar: '.site-bar',
  joinButtonInBar: `.site-bar ${selectorOf('join')}`,
  footer: '.site-footer',
  footerVerse: '.footer-verse',
  button: '.button',
  fold: 'details.fold',
  starsOfSky: '.star-sky circle',

  joinField: '.join-field',
  fieldError: '.field-error',
  correction: '.did-you-mean',
  dialogCard: '.dialog-card',
  dialogClose: '.dialog-close',
  sourceList: '.select-list',
  plainNotice: '.plain-notice',
  nextStep: '.next-step',
  linkPart: '.link-part',
  toast: '[data-sonner-toast]',
  toaster: '[data-sonner-toaster]',

  hero: '.hero',
  heroCounts: '.hero-counts',
  heroFigure: '.hero-counts dd',
  heroLabel: '.hero-counts dt',
  counter: '.counter',
  /** The strip of values that passes by while a figure counts. */
  counterStrip: '.counter-strip',
  marqueeLane: '.marquee-lane',
  marqueeRow: '.marquee ul',
  marqueeFigure: '.marquee li',
  marqueeButton: '.marquee-button',
  question: '.accordion details',

  planner: '.planner',
  plannerWhose: '.planner-whose',
  plannerNow: '.planner-now',
  plannerTimes: '.planner-times',
  plannerTime: '.planner-times dd',
  plannerTasks: '.planner-tasks',
  plannerTask: '.planner-task',
  plannerWhen: '.planner-when',
  plannerFold: '.planner-choices summary',
  cityOption: '.planner-cities [role="option"]',
  wideArc: '.day-arc-wide',
  sunOfWideArc: '.day-arc-wide-sun',
  todaySketch: '.phone-today',

  blessing: '.blessing',
  dayRing: '.day-ring',
  ledeOfHealth: '.health-hero .lede',
  textOfHealth: '.health-hero .scripture-meaning',
  quarterPanel: '.quarter-panel',
  quarterText: '.quarter-feature-text',
  policySection: '.policy-section',
  policyContents: '.policy-contents',

  featured: '.featured',
  articleParagraph: '.article-prose p',
  firstParagraph: '.prose > p',
  reader: '.reader',
  readerTitle: '.reader-title',
  readerViewport: '.reader-viewport',
  readerBar: '.reader-bar',
} as const;
