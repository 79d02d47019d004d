/** The sky's colours from its top to the horizon, by the height of the sun: 1 at its highest, 0 on the horizon. */
const mornings: readonly [height: number, colours: readonly string[]][] = [
  [-0.6, ['#0b1d2b', '#0f2839', '#12324a', '#1d4059']],
  [-0.28, ['#0b1d2b', '#12324a', '#27506b', '#8a7f88']],
  [-0.06, ['#12324a', '#27506b', '#6f8796', '#e3ab84']],
  [0.12, ['#1d4560', '#5d7f92', '#e3ab84', '#f7ddb9']],
  [0.5, ['#3f7089', '#86abb8', '#e9d3ae', '#f9e9cc']],
  [1, ['#4f87a0', '#93b9c6', '#cfdcd6', '#f5ecd8']],
];

/** The evening goes down the same steps in deeper colours. */
const evenings: readonly [height: number, colours: readonly string[]][] = [
  [-0.6, ['#0b1d2b', '#0f2839', '#12324a', '#1d4059']],
  [-0.28, ['#0b1d2b', '#132b42', '#2f4a63', '#86637a']],
  [-0.06, ['#132f47', '#3a4f68', '#9b7a7c', '#d98d63']],
  [0.12, ['#24506a', '#7c8b90', '#dda06c', '#f3c587']],
  [0.5, ['#417189', '#8eaeb2', '#e6c894', '#f6ddae']],
  [1, ['#4f87a0', '#93b9c6', '#cfdcd6', '#f5ecd8']],
];

function mix(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((start) => {
    const [a, b] = [from, to].map((colour) => Number.parseInt(colour.slice(start, start + 2), 16));
    return Math.round((a ?? 0) + ((b ?? 0) - (a ?? 0)) * share);
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

const offsets = [0, 0.42, 0.78, 1];

/** The gradient stops of the sky at one height of the sun, from the top to the horizon. */
export function skyStops(height: number, pastNoon: boolean): { offset: number; colour: string }[] {
  const steps = pastNoon ? evenings : mornings;
  const next = steps.findIndex(([step]) => step >= height);
  const [high, low] = [steps.at(next), steps.at(next <= 0 ? next : next - 1)];
  if (!high || !low) return [];
  const share = high === low ? 0 : (height - low[0]) / (high[0] - low[0]);
  return offsets.map((offset, index) => ({
    offset,
    colour: mix(low[1][index] ?? '', high[1][index] ?? '', share),
  }));
}
