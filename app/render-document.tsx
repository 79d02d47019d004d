import { renderToStaticMarkup } from 'react-dom/server';
import { site } from '../content/site.ts';
import { type AssetUrls, documentHead } from './document-head.tsx';
import { documents } from './documents.ts';
import { FirstScreen, PageShell } from './shell/page-shell.tsx';
import { socialCards } from './social/social-cards.tsx';
import { structuredData } from './structured-data.ts';

// The build and the development server load this file alone.
export { documents, socialCards };

/** A headline with a word in italics, which are a font file of their own. */
const italicHeadline = /<h1\b(?:(?!<\/h1>).)*<em\b/s;

/** A rendered document, and what its server has to know about it. */
export interface RenderedDocument {
  path: string;
  html: string;
  /** The content security policy's hashes of its inline styles. */
  styleHashes: string[];
}

/**
 * Renders one whole document.
 * @param path the path of one of `documents`
 * @param siteUrl the site's absolute URL; by default the one in content/site.ts
 * @throws when no document has this path
 */
export async function renderDocument(
  path: string,
  assets: AssetUrls,
  siteUrl: string = site.url,
): Promise<RenderedDocument> {
  const found = documents.find((document) => document.path === path);
  if (!found) throw new Error(`There is no document for ${path}.`);
  const { folder, indexed, load } = found;
  const page = await load();

  const body = renderToStaticMarkup(<PageShell path={path} page={page} sheets={assets.sheets} />);
  const firstScreen = `<body>${renderToStaticMarkup(<FirstScreen path={path} page={page} />)}</body>`;
  const inlineStyle = await assets.criticalStyle(firstScreen, folder);
  const hasItalicHeadline = italicHeadline.test(firstScreen);
  const fonts = hasItalicHeadline ? [...assets.fonts, ...assets.italicFonts] : assets.fonts;
  const head = documentHead({
    path,
    meta: page.meta,
    siteUrl,
    indexed,
    structuredData: indexed ? structuredData(path, page, siteUrl) : [],
    files: { ...assets, headSheets: assets.headSheets(folder), fonts, inlineStyle },
  })
    .map((part) => renderToStaticMarkup(part))
    .join('');
  return {
    path,
    html: `<!doctype html><html lang="en-GB" dir="ltr"><head>${head}</head><body>${body}</body></html>`,
    styleHashes: inlineStyle ? [inlineStyle.hash] : [],
  };
}
