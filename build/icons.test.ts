import { readFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import { expect, test } from 'vitest';
import { decodePng } from '../tests/support/pixels.ts';
import { icons, manifestIcons } from './icons.ts';

const bytesOf = (fileName: string) => readFileSync(`public/${fileName}`);
const pngSize = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

test('every icon that the manifest lists is made, at the size it says', () => {
  for (const { src, sizes } of manifestIcons) {
    expect(pngSize(bytesOf(src.slice(1))).join('x')).toBe(sizes);
  }
});

test('the touch icon is 180 pixels and covers its square', () => {
  const { width, height, channels, data } = decodePng(bytesOf('apple-touch-icon.png'));
  expect([width, height]).toEqual([180, 180]);
  // iOS rounds the corners itself, and fills what is transparent there with black.
  const corners = [0, width - 1, width * (height - 1), width * height - 1];
  expect(corners.map((pixel) => data[pixel * channels + 3])).toEqual([255, 255, 255, 255]);
});

test('the favicon for old browsers holds 16, 32 and 48 pixels', () => {
  const ico = bytesOf('favicon.ico');
  expect(ico.readUInt16LE(2)).toBe(1);
  const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const [length, offset] = [ico.readUInt32LE(6 + 16 * index + 8), ico.readUInt32LE(6 + 16 * index + 12)];
    return pngSize(ico.subarray(offset, offset + length));
  });
  expect(sizes).toEqual([
    [16, 16],
    [32, 32],
    [48, 48],
  ]);
});

test('the drawn favicon is a picture, and changes with the visitor’s system', () => {
  const svg = bytesOf('favicon.svg').toString();
  expect(new Resvg(svg).render().width).toBe(64);
  expect(svg).toContain('prefers-color-scheme: dark');
});

test('the mark of a maskable icon lies inside the circle that every mask keeps', () => {
  const { pixels, width } = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" viewBox="0 0 512 512"><image width="512" height="512" x:href="data:image/png;base64,${bytesOf('icons/maskable-512.png').toString('base64')}"/></svg>`,
  ).render();
  let farthest = 0;
  for (let index = 0; index < width * width; index += 1) {
    const bright = (pixels[index * 4] ?? 0) > 120;
    const [x, y] = [(index % width) - width / 2, Math.floor(index / width) - width / 2];
    if (bright) farthest = Math.max(farthest, Math.hypot(x, y));
  }
  expect(farthest).toBeGreaterThan(100);
  expect(farthest).toBeLessThan(0.4 * width);
});

test('the committed icons are those of the mark: if not, run `npx node build/icons.ts`', async () => {
  for (const { fileName, source } of await icons()) {
    expect(Buffer.from(source).equals(bytesOf(fileName)), fileName).toBe(true);
  }
});
