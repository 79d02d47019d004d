import { writeFile } from 'node:fs/promises';
import { renderAsync } from '@resvg/resvg-js';
import { logoParts } from '../app/drawings/shapes.ts';
import { palette } from '../content/colours.ts';
import type { BuiltFile } from './render-site.ts';

const { night, deep, dusk, gold, white } = palette;

/**
 * A tile of 64 units with the mark on it.
 * @param share of the tile's width that the mark takes: smaller where a phone may mask the tile to any shape
 * @param corner its radius
 * @param weight thicker lines for tiles of a few pixels
 */
function markOnTile(share: number, corner: number, background = 'url(#sky)', weight = 1): string {
  const { width, height, brokenArc, horizon, sun, sunRadius } = logoParts;
  const scale = (64 * share) / width;
  const x = (64 - width * scale) / 2;
  const y = (64 - height * scale) / 2 - scale * 0.4;
  return [
    `<rect class="tile" width="64" height="64" rx="${corner}" fill="${background}"/>`,
    `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${white}" stroke-linecap="round">`,
    `<path d="${horizon}" stroke-width="${1.4 * weight}" opacity=".6"/>`,
    `<path d="${brokenArc}" stroke-width="${2 * weight}"/>`,
    `<circle cx="${sun.x}" cy="${sun.y}" r="${sunRadius}" fill="${gold}" stroke="none"/>`,
    '</g>',
  ].join('');
}

const gradient = `<defs><linearGradient id="sky" x1="0" x2="0" y1="0" y2="1"><stop stop-color="${night}"/><stop offset="1" stop-color="${dusk}"/></linearGradient></defs>`;
const document = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${content}</svg>`;

/** Its tile is dark enough for a light tab bar, and becomes lighter where the bar is dark. */
const favicon = document(
  `<style>@media (prefers-color-scheme: dark){.tile{fill:${dusk}}}</style>${markOnTile(0.8, 15, deep, 1.25)}`,
);
const small = document(markOnTile(0.82, 14, deep, 1.35));
const square = document(gradient + markOnTile(0.66, 0));
/** A maskable icon keeps what matters inside the middle 80% (W3C manifest, safe zone). */
const maskable = document(gradient + markOnTile(0.56, 0));
const rounded = document(gradient + markOnTile(0.68, 14));

async function png(svg: string, size: number): Promise<Uint8Array> {
  const image = await renderAsync(svg, {
    fitTo: { mode: 'width', value: size },
    font: { loadSystemFonts: false },
  });
  return image.asPng();
}

/** A Windows icon file (ICO) of one PNG image: a header, a directory entry, the image. All numbers are little-endian. */
function ico(size: number, png: Uint8Array): Uint8Array {
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2); // It is an icon, not a cursor.
  header.writeUInt16LE(1, 4); // How many images it has.
  const entry = Buffer.alloc(16);
  entry.writeUInt8(size, 0); // Width.
  entry.writeUInt8(size, 1); // Height.
  entry.writeUInt16LE(1, 4); // Colour planes.
  entry.writeUInt16LE(32, 6); // Bits a pixel.
  entry.writeUInt32LE(png.length, 8);
  entry.writeUInt32LE(header.length + entry.length, 12); // Where the image begins.
  return Buffer.concat([header, entry, png]);
}

/** What the web manifest lists under `icons`: each file that `icons()` makes for it. */
export const manifestIcons = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
] as const;

/**
 * The site's icons, drawn from the mark: the same bytes on every run.
 * @returns the files, named from the site's root
 */
export async function icons(): Promise<BuiltFile[]> {
  return [
    { fileName: 'favicon.svg', source: favicon },
    { fileName: 'favicon.ico', source: ico(32, await png(small, 32)) },
    { fileName: 'apple-touch-icon.png', source: await png(square, 180) },
    ...(await Promise.all(
      manifestIcons.map(async ({ src, sizes, purpose }) => ({
        fileName: src.slice(1),
        source: await png(purpose === 'any' ? rounded : maskable, Number.parseInt(sizes, 10)),
      })),
    )),
  ];
}

// The icons are committed: `npx node build/icons.ts` after a change of the mark.
if (import.meta.main) {
  for (const { fileName, source } of await icons())
    await writeFile(new URL(`../public/${fileName}`, import.meta.url), source);
}
