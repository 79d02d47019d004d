import { type Prayer, prayerNames, roomAfter, roomBefore } from './prayers.ts';

const span = (from: string, to: string) => `${from} to ${to}`;

/** The words of the part to try on the landing page. */
export const tryWords = {
  tasks: { focus: 'Focused work', errand: 'An errand', rest: 'A rest' },
  minutes: (minutes: number) => `${minutes} minutes`,
  span,
  waiting: 'no room today',
  move: 'Move',
  usual: 'Its usual time',
  wanted: (side: 'before' | 'after', prayer: Prayer) => `${side} ${prayerNames[prayer]}`,
  remove: 'Remove',
  removeTask: (task: string) => `Remove: ${task}`,
  own: { label: 'A task of your own', example: 'Ring my mother', takes: 'It takes', add: 'Add it' },
  nameIt: 'Write what the task is, then add it.',
  laid: (task: string, time: string) => `${task}: ${time}.`,
  leftOut: (task: string) => `${task} finds no room today.`,
  unchanged: (task: string, time: string) => `${task} stays at ${time}.`,
  removed: (task: string) => `${task} is taken out.`,
  example: 'Laid into the example of a day above',
  ownDay: (city: string) => `Laid into today in ${city}`,
  drawing: 'The tasks on the path of the sun, each between two prayers; the list below says when.',
  note: `The pale band round each prayer is kept free: ${roomBefore} minutes before it for wudu and the walk, ${roomAfter} from its beginning on. Drag a number, or choose from its list.`,
} as const;
