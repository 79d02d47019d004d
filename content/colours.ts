/**
 * The colours that the emails and the report share with the site, by day and by night: tokens of the same names in
 * app/styles/tokens.css. A literal colour stands there or here, nowhere else (app/styles/colours.test.ts compares the two).
 */
export const colours = {
  paper: ['#fbf8f2', '#0b1a24'],
  card: ['#ffffff', '#132a36'],
  ink: ['#0b1f2a', '#ede7db'],
  muted: ['#4a5a60', '#a7b4b8'],
  line: ['#e7dfd1', '#2a4250'],
  primary: ['#0e5f52', '#5cc8ae'],
  'on-primary': ['#ffffff', '#0b1a24'],
  gold: ['#8a5a12', '#e5b769'],
} as const satisfies Record<string, readonly [day: string, night: string]>;

/** The colours of pictures, the same by day and by night: the site's, and what only a picture has. */
export const palette = {
  // The sky from the night to the dawn: --dawn-1 to --dawn-4, with --sky-haze and --sky-peach by day before the last.
  night: '#0b1d2b',
  deep: '#12324a',
  dusk: '#27506b',
  haze: '#6f8796',
  peach: '#e3ab84',
  cream: '#f7ddb9',
  white: '#fff',
  ink: colours.ink[0],
  muted: colours.muted[0],
  gold: colours.gold[1],
  bronze: colours.gold[0],
  // The sun, its rings, and its light from the inside out.
  sun: '#fff4d9',
  halo: '#fff6e0',
  glow: '#fff1cf',
  glowWithin: '#ffd993',
  glowAround: '#ffc277',
  glowEdge: '#ffb35c',
  crescent: '#fbe6bf',
  // The sun's path: its middle and both ends.
  path: '#fff6e4',
  pathEnd: '#ffe2ad',
  reflection: '#ffe9bf',
  warmFoot: '#f0c192',
  // Land, water and the foot of a sky.
  nightFoot: '#1c4059',
  horizonByNight: '#59707f',
  water: '#5b7384',
  landByDay: '#2b5870',
  paperByNight: colours.paper[1],
  sleep: '#c9dcdf',
  star: '#fff8e8',
  // A task's card under the path.
  cardOnSky: '#fffdf8',
  // The lamp and the book under it.
  lamp: '#fff6e4',
  lamplight: '#ffe6b3',
  pageLit: '#fffdf8',
  page: '#f6ead4',
  writing: '#b9a27c',
} as const;

const { night, deep, dusk, haze, peach, cream, white, nightFoot } = palette;

/** The sky's colours from its top to the horizon, by the height of the sun: 1 at its highest, 0 on the horizon. */
export const mornings: readonly [height: number, colours: readonly string[]][] = [
  [-0.6, [night, '#0f2839', deep, nightFoot]],
  [-0.28, [night, deep, dusk, '#8a7f88']],
  [-0.06, [deep, dusk, haze, peach]],
  [0.12, ['#1d4560', '#5d7f92', peach, cream]],
  [0.5, ['#3f7089', '#86abb8', '#e9d3ae', '#f9e9cc']],
  [1, ['#4f87a0', '#93b9c6', '#cfdcd6', '#f5ecd8']],
];

/** The evening goes down the same steps in deeper colours. */
export const evenings: readonly [height: number, colours: readonly string[]][] = [
  [-0.6, [night, '#0f2839', deep, nightFoot]],
  [-0.28, [night, '#132b42', '#2f4a63', '#86637a']],
  [-0.06, ['#132f47', '#3a4f68', '#9b7a7c', '#d98d63']],
  [0.12, ['#24506a', '#7c8b90', '#dda06c', '#f3c587']],
  [0.5, ['#417189', '#8eaeb2', '#e6c894', '#f6ddae']],
  [1, ['#4f87a0', '#93b9c6', '#cfdcd6', '#f5ecd8']],
];

/**
 * Portraits: ground, line, star and letter from the dawn's colours; each letter stands at 7:1 or better on its star. By night
 * app/pages/about/about.css gives all but the first another ground and star, and the light ones another letter.
 */
export const monograms = [
  { ground: deep, line: haze, star: '#1b4360', letter: cream },
  {
    ground: `var(--green-ground, ${colours.primary[0]})`,
    line: '#7fb8ab',
    star: 'var(--green-star, #0a4a40)',
    letter: colours.paper[0],
  },
  {
    ground: 'var(--sand-ground, #e9c7a2)',
    line: 'var(--sand-line, #a8733a)',
    star: 'var(--sand-star, #f7e3c6)',
    letter: 'var(--sand-letter, #3b2608)',
  },
  {
    ground: 'var(--mint-ground, #dfe9e6)',
    line: '#6d988e',
    star: 'var(--mint-star, #f4f8f6)',
    letter: 'var(--mint-letter, #0b3f36)',
  },
  {
    ground: `var(--dusk-ground, ${dusk})`,
    line: '#a9bcc7',
    star: 'var(--dusk-star, #1a3d55)',
    letter: white,
  },
  {
    ground: 'var(--straw-ground, #f3e4c8)',
    line: '#b98b3f',
    star: 'var(--straw-star, #fbf4e6)',
    letter: 'var(--straw-letter, #5b3a08)',
  },
] as const;
