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
