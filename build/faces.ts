import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import fontverter from 'fontverter';
import type { FaceName } from './shown-texts.ts';

const require = createRequire(import.meta.url);

export interface Face {
  file: string;
  source: string;
  /** Only the weights 400 to 600 are used; the axis beyond them would cost bytes. */
  variationAxes?: { wght: { min: number; max: number } };
}

/**
 * The faces of the art direction. Each Latin one fits into the first two flights of a connection that shares a slow line
 * with five others (2 × 4,380 bytes with its headers, in Lighthouse's model of it): a few bytes more cost the headline 150 ms.
 */
export const faces: Record<FaceName, Face> = {
  // The text face's letters with marks, which no first screen shows: Côte d’Ivoire, Türkiye.
  marked: {
    file: 'figtree-marked.woff2',
    source: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    variationAxes: { wght: { min: 400, max: 600 } },
  },
  text: {
    file: 'figtree.woff2',
    source: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    variationAxes: { wght: { min: 400, max: 600 } },
  },
  display: {
    file: 'instrument-serif.woff2',
    source: '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2',
  },
  italic: {
    file: 'instrument-serif-italic.woff2',
    source: '@fontsource/instrument-serif/files/instrument-serif-latin-400-italic.woff2',
  },
  ayah: {
    file: 'amiri-quran.woff2',
    source: '@fontsource/amiri-quran/files/amiri-quran-arabic-400-normal.woff2',
  },
};
export const faceNames = Object.keys(faces) as FaceName[];

/** The file of a whole face in its package. */
export const sourceFile = ({ source }: Face): string => require.resolve(source);

/** A whole face in the form that HarfBuzz reads. */
export const toTruetype = async (face: Face): Promise<Buffer> =>
  fontverter.convert(await readFile(sourceFile(face)), 'truetype');
