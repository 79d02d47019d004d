/**
 * The colours of pictures, the same by day and by night: the tokens of the same value (app/styles/colours.test.ts compares
 * them), and what only a picture has.
 */
export const palette = {
  // The sky from the night to the dawn: --dawn-1 to --dawn-6.
  night: '#0b1d2b',
  deep: '#12324a',
  dusk: '#27506b',
  haze: '#6f8796',
  peach: '#e3ab84',
  cream: '#f7ddb9',
  white: '#fff',
  ink: '#0b1f2a',
  muted: '#4a5a60',
  gold: '#e5b769',
  bronze: '#8a5a12',
  // The sun, its rings and its light from the inside out.
  sun: '#fff4d9',
  halo: '#fff6e0',
  glow: '#fff1cf',
  glowWithin: '#ffd993',
  glowAround: '#ffc277',
  glowEdge: '#ffb35c',
  glowAtDawn: '#ffdd9e',
  glowOfRing: '#ffdc9c',
  sunOfCover: '#fff8e6',
  glowOfCover: '#ffe0a3',
  glowEdgeOfCover: '#ffd08a',
  crescent: '#fbe6bf',
  line: '#fff1d2',
  arcEnd: '#ffe2ad',
  reflection: '#ffe9bf',
  warmFoot: '#f0c192',
  // Land, water and the foot of a sky.
  nightFoot: '#1d4059',
  horizonByNight: '#59707f',
  water: '#5b7384',
  land: '#1c4059',
  landByDay: '#2b5870',
  paperByNight: '#0c1a22',
  sleep: '#c9dcdf',
  star: '#fff8e8',
  // The lamp and the book under it.
  lamp: '#fff6e4',
  lamplight: '#ffe6b3',
  pageLit: '#fffdf8',
  page: '#f6ead4',
  writing: '#b9a27c',
} as const;

/** The sky's colours from its top to the horizon, by the height of the sun: 1 at its highest, 0 on the horizon. */
export const mornings: readonly [height: number, colours: readonly string[]][] = [
  [-0.6, ['#0b1d2b', '#0f2839', '#12324a', '#1d4059']],
  [-0.28, ['#0b1d2b', '#12324a', '#27506b', '#8a7f88']],
  [-0.06, ['#12324a', '#27506b', '#6f8796', '#e3ab84']],
  [0.12, ['#1d4560', '#5d7f92', '#e3ab84', '#f7ddb9']],
  [0.5, ['#3f7089', '#86abb8', '#e9d3ae', '#f9e9cc']],
  [1, ['#4f87a0', '#93b9c6', '#cfdcd6', '#f5ecd8']],
];

/** The evening goes down the same steps in deeper colours. */
export const evenings: readonly [height: number, colours: readonly string[]][] = [
  [-0.6, ['#0b1d2b', '#0f2839', '#12324a', '#1d4059']],
  [-0.28, ['#0b1d2b', '#132b42', '#2f4a63', '#86637a']],
  [-0.06, ['#132f47', '#3a4f68', '#9b7a7c', '#d98d63']],
  [0.12, ['#24506a', '#7c8b90', '#dda06c', '#f3c587']],
  [0.5, ['#417189', '#8eaeb2', '#e6c894', '#f6ddae']],
  [1, ['#4f87a0', '#93b9c6', '#cfdcd6', '#f5ecd8']],
];

/** Portraits: ground, line, star and letter from the dawn's colours; each letter stands at 7:1 or better on its star. */
export const monograms = [
  { ground: '#12324a', line: '#6f8796', star: '#1b4360', letter: '#f7ddb9' },
  { ground: '#0e5f52', line: '#7fb8ab', star: '#0a4a40', letter: '#fbf8f2' },
  { ground: '#e9c7a2', line: '#a8733a', star: '#f7e3c6', letter: '#3b2608' },
  { ground: '#dfe9e6', line: '#6d988e', star: '#f4f8f6', letter: '#0b3f36' },
  { ground: '#27506b', line: '#a9bcc7', star: '#1a3d55', letter: '#ffffff' },
  { ground: '#f3e4c8', line: '#b98b3f', star: '#fbf4e6', letter: '#5b3a08' },
] as const;
