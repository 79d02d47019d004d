/** What the marquee of figures is called, and its button. */
export const marqueeWords = {
  label: 'The waitlist in figures',
  pause: 'Pause the moving figures',
  play: 'Let the figures move again',
} as const;
