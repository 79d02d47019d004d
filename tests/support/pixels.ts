import { Resvg } from '@resvg/resvg-js';

export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** Red, green, blue from 0 to 255, alpha from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

type Picture = ReturnType<typeof decodePng>;

/** Its `data` are, row by row: red, green, blue and alpha. */
export function decodePng(png: Buffer) {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const image = `<image width="${width}" height="${height}" href="data:image/png;base64,${png.toString('base64')}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`;
  return { width, height, data: new Resvg(svg).render().pixels };
}

const linear = Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Relative luminance after WCAG 2.2. */
function luminance(red: number, green: number, blue: number): number {
  const of = (value: number) => linear[Math.round(value)] ?? 0;
  return 0.2126 * of(red) + 0.7152 * of(green) + 0.0722 * of(blue);
}

function ratioOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** The contrast ratio, from 1 to 21, of two opaque colours as browsers write them: `rgb(1, 2, 3)`. @throws of any other colour */
export function contrastOf(one: string, other: string): number {
  const [first, second] = [one, other].map((colour) => {
    const [, red, green, blue] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour) ?? [];
    if (blue === undefined) throw new Error(`${colour} is not opaque.`);
    return luminance(Number(red), Number(green), Number(blue));
  });
  return ratioOf(first ?? 0, second ?? 0);
}

/** The contrast ratio of text of one colour to the pixels of a box, from 1 to 21. 95 % of the pixels reach it. */
export function contrastOver(picture: Picture, box: Box, [red, green, blue, alpha]: Colour): number {
  const { data, width } = picture;
  const right = Math.min(width, Math.ceil(box.right));
  const bottom = Math.min(picture.height, Math.ceil(box.bottom));
  // Counted by colour: behind most lines there are only a few.
  const counts = new Map<number, number>();
  let pixels = 0;
  for (let y = Math.max(0, Math.floor(box.top)); y < bottom; y += 1) {
    for (let x = Math.max(0, Math.floor(box.left)); x < right; x += 1) {
      const at = (y * width + x) * 4;
      const colour =
        ((data[at] as number) << 16) | ((data[at + 1] as number) << 8) | (data[at + 2] as number);
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
      pixels += 1;
    }
  }
  if (pixels === 0) throw new Error('The box lies outside the picture.');
  const ratios = [...counts].map(([colour, count]) => {
    const r = colour >> 16;
    const g = (colour >> 8) & 255;
    const b = colour & 255;
    const over = (text: number, behind: number) => text * alpha + behind * (1 - alpha);
    const ink = luminance(over(red, r), over(green, g), over(blue, b));
    const ground = luminance(r, g, b);
    return { ratio: ratioOf(ink, ground), count };
  });
  let before = Math.floor(pixels * 0.05);
  for (const { ratio, count } of ratios.sort((a, b) => a.ratio - b.ratio)) {
    if (before < count) return ratio;
    before -= count;
  }
  return 1;
}
