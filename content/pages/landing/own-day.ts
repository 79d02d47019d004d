/** What the page says under the drawn day and in the part to try before any script has run. */
export interface OwnDayContent {
  label: string;
  example: string;
  withoutScript: string;
  trying: { eyebrow: string; title: string; lede: string; withoutScript: string };
}

export const ownDay: OwnDayContent = {
  label: 'Your own day',
  example: 'This is an example of a day, close to the equinox.',
  withoutScript: 'Your own would be worked out here, in your browser, by a script; none is running.',
  trying: {
    eyebrow: 'Try it',
    title: 'What goes between the prayers',
    lede: 'A sketch of the planned app. Move a task, or add one of your own: each keeps clear of the prayer, the wudu and the walk.',
    withoutScript: 'This part needs a script, and none is running.',
  },
};
