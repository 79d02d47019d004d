export interface Thumbnail {
  name: string;
  width: number;
  scheme: 'day' | 'night';
  /** The picture in base 64. */
  jpeg: string;
}

/** All pictures on one HTML page, a group for each scene, each picture under its width and day or night. */
export function contactSheet(thumbnails: readonly Thumbnail[]): string {
  const groups = Map.groupBy(thumbnails, ({ name }) => name);
  const figures = (group: readonly Thumbnail[]) =>
    group
      .map(
        ({ width, scheme, jpeg }) =>
          `<figure><figcaption>${width} ${scheme}</figcaption><img src="data:image/jpeg;base64,${jpeg}" alt=""></figure>`,
      )
      .join('');
  const sections = [...groups].map(
    ([name, group]) => `<section><h2>${name}</h2><div>${figures(group)}</div></section>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>
    body { margin: 24px; font: 16px system-ui, sans-serif; background: #888; columns: 3; column-gap: 32px }
    section { break-inside: avoid; margin-bottom: 32px }
    section div { display: flex; gap: 12px; align-items: flex-start }
    h2, figure { margin: 0 }
    img { display: block }
  </style>${sections.join('')}`;
}
