import { renderToStaticMarkup } from 'react-dom/server';
import { site } from '../content/site.ts';
import { type AssetUrls, documentHead } from './document-head.tsx';
import { documents, type SiteDocument } from './documents.ts';
import { FirstScreen, PageShell } from './shell/page-shell.tsx';
import { type SocialCardMarkup, socialCards } from './social/social-cards.tsx';
import { structuredData } from './structured-data.ts';

/** What the build (and the development server) asks of the pages. */
export const allDocuments = (): readonly SiteDocument[] => documents;
export const allSocialCards = (): Promise<SocialCardMarkup[]> => socialCards();

/** A headline with a word in italics, which are a font file of their own (app/ui/text.tsx). */
const italicHeadline = /<h1\b(?:(?!<\/h1>).)*<em(?! class="upright)/s;

/** One document, and what its server has to know about it. */
export interface RenderedDocument {
  path: string;
  html: string;
  /** The content security policy's hashes of its inline styles. */
  styleHashes: string[];
}

/**
 * Renders one whole document.
 * @param path the path of one of `documents`
 * @param siteUrl the site's absolute URL; the content's own where no SITE_URL is set
 * @throws when no document has this path, or its page file has another path
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
  if (page.path !== path) throw new Error(`The page file listed for ${path} says that it is ${page.path}.`);

  const body = renderToStaticMarkup(<PageShell page={page} sheets={assets.sheets} />);
  const firstScreen = `<body>${renderToStaticMarkup(<FirstScreen page={page} />)}</body>`;
  const inlineStyle = await assets.criticalStyle(firstScreen, folder);
  const fonts = [...assets.fonts, ...(italicHeadline.test(firstScreen) ? assets.italicFonts : [])];
  const head = documentHead({
    path,
    meta: page.meta,
    siteUrl,
    indexed,
    structuredData: indexed ? structuredData(page, siteUrl) : [],
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
