import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodePng } from '../tests/support/pixels.ts';
import { icons, manifestIcons } from './icons.ts';

const bytesOf = (fileName: string) => readFileSync(`public/${fileName}`);

test('the committed icons are those of the mark: if not, run `npx node build/icons.ts`', async () => {
  for (const { fileName, source } of await icons())
    expect(Buffer.from(source).equals(bytesOf(fileName)), fileName).toBe(true);
  for (const { src, sizes } of manifestIcons) {
    const { width, height } = decodePng(bytesOf(src.slice(1)));
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test('the touch icon covers its square: iOS fills what is transparent with black', () => {
  const { width, height, data } = decodePng(bytesOf('apple-touch-icon.png'));
  const corners = [0, width - 1, width * (height - 1), width * height - 1];
  expect(corners.map((pixel) => data[pixel * 4 + 3])).toEqual([255, 255, 255, 255]);
});

test('the favicon changes with the visitor’s system, and old browsers have one of 32 pixels', () => {
  expect(bytesOf('favicon.svg').toString()).toContain('prefers-color-scheme: dark');
  const ico = bytesOf('favicon.ico');
  expect(ico.readUInt16LE(2)).toBe(1);
  expect(decodePng(ico.subarray(ico.readUInt32LE(18)))).toMatchObject({ width: 32, height: 32 });
});

test('the mark of a maskable icon lies inside the circle that every mask keeps', () => {
  const { width, data } = decodePng(bytesOf('icons/maskable-512.png'));
  let farthest = 0;
  for (let index = 0; index < width * width; index += 1) {
    const [x, y] = [(index % width) - width / 2, Math.floor(index / width) - width / 2];
    if ((data[index * 4] ?? 0) > 120) farthest = Math.max(farthest, Math.hypot(x, y));
  }
  expect(farthest).toBeGreaterThan(100);
  expect(farthest).toBeLessThan(0.4 * width);
});
