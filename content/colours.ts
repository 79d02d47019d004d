/**
 * The colours that the emails and the report share with the site, by day and by night. The site's own style sheet,
 * app/styles/tokens.css, has them as tokens of the same names; app/styles/colours.test.ts compares the two.
 */
export const colours = {
  paper: ['#fbf8f2', '#0c1a22'],
  card: ['#ffffff', '#12242e'],
  ink: ['#0b1f2a', '#ede7db'],
  muted: ['#4a5a60', '#a7b4b8'],
  line: ['#e7dfd1', '#21363f'],
  primary: ['#0e5f52', '#5cc8ae'],
  'on-primary': ['#ffffff', '#0c1a22'],
  gold: ['#8a5a12', '#e5b769'],
} as const satisfies Record<string, readonly [day: string, night: string]>;
