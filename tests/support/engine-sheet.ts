/** What one engine shows of a page, from its top to its foot. */
export interface EngineStrip {
  engine: string;
  pngs: readonly Buffer[];
}

/** The width of a slice on the sheet, in pixels: a page of eight slices still fits into one picture. */
const shown = (width: number): number => (width < 600 ? 190 : 250);

/** A row for each engine with the page in slices, left to right, so that differences are below one another. */
export function engineSheet(width: number, strips: readonly EngineStrip[]): string {
  const image = (png: Buffer) =>
    `<img width="${shown(width)}" src="data:image/png;base64,${png.toString('base64')}" alt="">`;
  const rows = strips.map(
    ({ engine, pngs }) => `<section><h2>${engine}</h2><div>${pngs.map(image).join('')}</div></section>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Engines</title><style>
    body { margin: 8px; width: max-content; font: 12px system-ui, sans-serif; background: #888 }
    section div { display: flex; gap: 6px; align-items: flex-start }
    h2 { margin: 2px 0; font-size: 13px }
  </style>${rows.join('')}`;
}
