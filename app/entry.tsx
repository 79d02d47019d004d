import { renderToStaticMarkup } from 'react-dom/server';
import { site } from '../content/site.ts';
import { Document } from './document.tsx';
import { type DocumentAssets, withAssets } from './document-assets.ts';
import { documents, type SiteDocument } from './documents.tsx';
import { type SocialCardMarkup, socialCards } from './social-cards.tsx';
import { structuredData } from './structured-data.ts';

/** What the build (and the development server) asks of the pages. */
export const allDocuments = (): readonly SiteDocument[] => documents;
export const allSocialCards = (): Promise<SocialCardMarkup[]> => socialCards();

/**
 * Renders one document whole.
 * @param path the path of one of `documents`
 * @param siteUrl the site's absolute address; the content's own where no SITE_URL is set
 * @throws when no document has this path
 */
export async function renderDocument(
  path: string,
  assets: DocumentAssets,
  siteUrl: string = site.url,
): Promise<string> {
  const found = documents.find((document) => document.path === path);
  if (!found) throw new Error(`There is no document for ${path}.`);
  const { meta, page } = await found.load();
  const { indexed, style } = found;
  const markup = renderToStaticMarkup(
    <Document
      path={path}
      meta={meta}
      siteUrl={siteUrl}
      indexed={indexed}
      structuredData={indexed ? structuredData(path, meta, siteUrl) : []}
    >
      {page}
    </Document>,
  );
  return `<!doctype html>${await withAssets(assets, style, markup)}`;
}
