import { join } from 'node:path';
import type { SocialCardMarkup } from '../app/social/social-cards.tsx';
import { landing } from '../content/pages/landing.ts';
import { site } from '../content/site.ts';
import type { SiteManifest } from '../server/pages/site-manifest.ts';
import { readArticles } from './articles/read-articles.ts';
import { atomFeed, escapeXml } from './feed.ts';
import { type BuiltFile, icons, manifestIcons } from './icons.ts';
import { socialImages } from './social-images.ts';
import { staticHostFiles } from './static-host-files.ts';

interface ListedDocument {
  path: string;
  indexed: boolean;
  changed: string;
  title: string;
  description: string;
}

interface SideFileOptions {
  root: string;
  siteUrl: string;
  backendUrl: string | undefined;
  documents: readonly ListedDocument[];
  cards: readonly SocialCardMarkup[];
  manifest: SiteManifest;
}

function sitemap(siteUrl: string, documents: readonly ListedDocument[]): string {
  const entries = documents.map(
    ({ path, changed }) =>
      `  <url><loc>${escapeXml(siteUrl + path)}</loc><lastmod>${changed}</lastmod></url>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}

const robots = (siteUrl: string) =>
  `User-agent: *\nAllow: /\nDisallow: /waitlist/\n\nSitemap: ${siteUrl}/sitemap.xml\n`;

/** The site for readers that are programs (llmstxt.org): what it is, and where its words are. */
function llms(siteUrl: string, documents: readonly ListedDocument[]): string {
  const lines = documents.map(
    ({ path, title, description }) => `- [${title}](${siteUrl}${path}): ${description}`,
  );
  return `# ${site.name}\n\n> ${landing.hero.lede}\n\nThe app is in development; the waitlist is open.\n\n## Pages\n\n${lines.join('\n')}\n`;
}

const webManifest = () =>
  JSON.stringify({
    name: site.name,
    short_name: site.name,
    description: landing.meta.description,
    lang: 'en-GB',
    start_url: '/',
    display: 'browser',
    background_color: '#0B1D2B',
    theme_color: '#0B1D2B',
    icons: manifestIcons,
  });

/** The files that stand beside the pages in dist/: for search engines, feed readers, phones, sharing and static hosts. */
export async function sideFiles({
  root,
  siteUrl,
  backendUrl,
  documents,
  cards,
  manifest,
}: SideFileOptions): Promise<BuiltFile[]> {
  const listed = documents.filter(({ indexed }) => indexed);
  const articles = await readArticles(join(root, 'content/articles'));
  return [
    { fileName: 'sitemap.xml', source: sitemap(siteUrl, listed) },
    { fileName: 'robots.txt', source: robots(siteUrl) },
    { fileName: 'llms.txt', source: llms(siteUrl, listed) },
    { fileName: 'feed.xml', source: atomFeed({ site, siteUrl, articles }) },
    { fileName: 'site.webmanifest', source: webManifest() },
    ...(await icons()),
    ...(await socialImages(cards)),
    ...staticHostFiles({ siteUrl, backendUrl }, manifest),
  ];
}
