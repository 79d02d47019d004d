import { inflateSync } from 'node:zlib';

export interface Picture {
  width: number;
  height: number;
  /** 3 for red, green, blue; 4 with alpha. */
  channels: number;
  /** Row by row, `channels` bytes a pixel. */
  data: Uint8Array;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Red, green, blue from 0 to 255, alpha from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const channelsOfColourType: Record<number, number> = { 2: 3, 6: 4 };

/** The one of the three that is nearest to left + above - corner; no arrays, as it is called for every byte. */
function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Undoes the filter of all lines in a PNG that was compressed for speed. A loop of its own: a page has 30 million bytes. */
function addAbove(line: Uint8Array, above: Uint8Array): void {
  for (let x = 0; x < line.length; x += 1) line[x] = (line[x] as number) + (above[x] as number);
}

/** Undoes the line filters of PNG (ISO/IEC 15948, 9.2). */
function unfilter(raw: Uint8Array, width: number, height: number, channels: number): Uint8Array {
  const stride = width * channels;
  const data = new Uint8Array(stride * height);
  const predictors: Record<number, (left: number, above: number, corner: number) => number> = {
    1: (left) => left,
    3: (left, above) => (left + above) >> 1,
    4: paeth,
  };
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y += 1) {
    const source = y * (stride + 1);
    const line = data.subarray(y * stride, (y + 1) * stride);
    line.set(raw.subarray(source + 1, source + 1 + stride));
    const filter = raw[source] as number;
    const predict = predictors[filter];
    if (filter === 2) addAbove(line, above);
    if (predict)
      for (let x = 0; x < stride; x += 1) {
        const of = (bytes: Uint8Array) => (x < channels ? 0 : (bytes[x - channels] as number));
        line[x] = (line[x] as number) + predict(of(line), above[x] as number, of(above));
      }
    above = line;
  }
  return data;
}

/**
 * Reads a screenshot: a PNG of 8 bits a channel, not interlaced, as Chromium writes them.
 * Throws when it is any other kind of PNG.
 */
export function decodePng(png: Uint8Array): Picture {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const compressed: Uint8Array[] = [];
  let [width, height, channels] = [0, 0, 0];
  for (let at = 8; at < png.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    if (type === 'IHDR') {
      width = view.getUint32(at + 8);
      height = view.getUint32(at + 12);
      channels = channelsOfColourType[view.getUint8(at + 17)] ?? 0;
      if (view.getUint8(at + 16) !== 8 || channels === 0 || view.getUint8(at + 20) !== 0)
        throw new Error('This PNG is not of 8 bits a channel in true colour without interlacing.');
    }
    if (type === 'IDAT') compressed.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  // One chunk for all: chunks of 16 kB would have to be concatenated.
  const raw = inflateSync(Buffer.concat(compressed), { chunkSize: (width * channels + 1) * height });
  return { width, height, channels, data: unfilter(raw, width, height, channels) };
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

/** The contrast ratio of text of one colour to the pixels of a box, from 1 to 21: the one that 95 % of the pixels reach. */
export function contrastOver(picture: Picture, box: Box, [red, green, blue, alpha]: Colour): number {
  const { data, channels, width } = picture;
  const right = Math.min(width, Math.ceil(box.right));
  const bottom = Math.min(picture.height, Math.ceil(box.bottom));
  // Counted by colour: behind most lines there are only a few.
  const counts = new Map<number, number>();
  let pixels = 0;
  for (let y = Math.max(0, Math.floor(box.top)); y < bottom; y += 1) {
    for (let x = Math.max(0, Math.floor(box.left)); x < right; x += 1) {
      const at = (y * width + x) * channels;
      const colour =
        ((data[at] as number) << 16) | ((data[at + 1] as number) << 8) | (data[at + 2] as number);
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
      pixels += 1;
    }
  }
  if (pixels === 0) throw new Error('The box lies outside the picture.');
  const ratios = [...counts].map(([colour, count]) => {
    const [r, g, b] = [colour >> 16, (colour >> 8) & 255, colour & 255];
    const over = (text: number, behind: number) => text * alpha + behind * (1 - alpha);
    const [ink, ground] = [luminance(over(red, r), over(green, g), over(blue, b)), luminance(r, g, b)];
    return { ratio: (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05), count };
  });
  let before = Math.floor(pixels * 0.05);
  for (const { ratio, count } of ratios.sort((a, b) => a.ratio - b.ratio)) {
    if (before < count) return ratio;
    before -= count;
  }
  return 1;
}
