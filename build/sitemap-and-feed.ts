import type { SiteDocument } from '../app/documents.ts';
import type { Article } from '../content/article.ts';
import { palette } from '../content/colours.ts';
import { feedTitle, presentState } from '../content/for-programs.ts';
import type { PageMeta } from '../content/page-parts.ts';
import { landing } from '../content/pages/landing.ts';
import { articlePath, blogPath, homePath, waitlistRoot } from '../content/paths.ts';
import { site } from '../content/site.ts';
import { manifestIcons } from './icons.ts';
import type { BuiltFile } from './render-site.ts';

/** A document for search engines. */
type ListedDocument = Required<Pick<SiteDocument, 'path' | 'changed'>> & PageMeta;

// XML 1.0 has no way to write these characters, not even escaped.
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A text for an XML document, also for an attribute. */
const escapeXml = (text: string) =>
  text.replace(unwritable, '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const timestamp = (date: string) => `${date}T00:00:00Z`;

/** A tag URI (RFC 4151): an id that stays the same wherever the site is served. */
const tagOf = (slug: string) => escapeXml(`tag:${new URL(site.url).hostname},2026:${slug}`);

function entry(siteUrl: string, article: Article): string {
  const address = escapeXml(siteUrl + articlePath(article.slug));
  return `  <entry>
    <id>${tagOf(article.slug)}</id>
    <title>${escapeXml(article.title)}</title>
    <link rel="alternate" type="text/html" href="${address}"/>
    <published>${timestamp(article.date)}</published>
    <updated>${timestamp(article.date)}</updated>
    <author><name>${escapeXml(article.author)}</name></author>
    <category term="${escapeXml(article.category)}"/>
    <summary>${escapeXml(article.excerpt)}</summary>
    <content type="html" xml:base="${address}">${escapeXml(article.html)}</content>
  </entry>`;
}

/**
 * Writes the articles as an Atom feed (RFC 4287), with their whole texts.
 * @param siteUrl where this build is served, without a trailing slash
 * @param articles newest first, at least one
 */
export function atomFeed(siteUrl: string, articles: readonly Article[]): string {
  const [newest] = articles;
  if (!newest) throw new Error('A feed needs at least one article in content/articles.');
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-GB">
  <id>${tagOf('articles')}</id>
  <title>${escapeXml(feedTitle)}</title>
  <subtitle>${escapeXml(site.tagline)}</subtitle>
  <link rel="self" type="application/atom+xml" href="${escapeXml(siteUrl)}/feed.xml"/>
  <link rel="alternate" type="text/html" href="${escapeXml(siteUrl + blogPath)}"/>
  <updated>${timestamp(newest.date)}</updated>
${articles.map((article) => entry(siteUrl, article)).join('\n')}
</feed>
`;
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
  `User-agent: *\nAllow: /\nDisallow: ${waitlistRoot}\n\nSitemap: ${siteUrl}/sitemap.xml\n`;

/** The site for readers that are programs (llmstxt.org): what it is, and where its words are. */
function llms(siteUrl: string, documents: readonly ListedDocument[]): string {
  const lines = documents.map(
    ({ path, title, description }) => `- [${title}](${siteUrl}${path}): ${description}`,
  );
  return `# ${site.name}\n\n> ${landing.hero.lede}\n\n${presentState}\n\n## Pages\n\n${lines.join('\n')}\n`;
}

const webManifest = () =>
  JSON.stringify({
    name: site.name,
    short_name: site.name,
    description: landing.meta.description,
    lang: 'en-GB',
    start_url: homePath,
    display: 'browser',
    background_color: palette.night,
    theme_color: palette.night,
    icons: manifestIcons,
  });

/** The files for search engines, feed readers and phones. @param siteUrl where this build is served */
export function sitemapAndFeed(
  siteUrl: string,
  documents: readonly ListedDocument[],
  articles: readonly Article[],
): BuiltFile[] {
  return [
    { fileName: 'sitemap.xml', source: sitemap(siteUrl, documents) },
    { fileName: 'robots.txt', source: robots(siteUrl) },
    { fileName: 'llms.txt', source: llms(siteUrl, documents) },
    { fileName: 'feed.xml', source: atomFeed(siteUrl, articles) },
    { fileName: 'site.webmanifest', source: webManifest() },
  ];
}
