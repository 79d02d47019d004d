import articles from 'virtual:articles';
import type {
  BlogPostingLeaf,
  BreadcrumbList,
  FAQPage,
  IdReference,
  ListItemLeaf,
  OrganizationLeaf,
  QuestionLeaf,
  WebSite,
  WithContext,
} from 'schema-dts';
import type { Question } from '../content/page-parts.ts';
import { site } from '../content/site.ts';
import { articlePath, socialPicture } from './paths.ts';
import type { Page } from './routes.ts';

// The types are the leaves of schema-dts (OrganizationLeaf, not Organization): checking an object against a union of hundreds of
// types takes the compiler longer than all the rest of this file.

const context = 'https://schema.org';

const publisher = (siteUrl: string): IdReference => ({ '@id': `${siteUrl}/#organization` });

function organization(siteUrl: string): WithContext<OrganizationLeaf> {
  return {
    '@context': context,
    '@type': 'Organization',
    ...publisher(siteUrl),
    name: site.name,
    url: `${siteUrl}/`,
    logo: `${siteUrl}/icons/icon-512.png`,
    email: site.contact.address,
    sameAs: site.social.map(({ href }) => href),
  };
}

function website(siteUrl: string): WithContext<WebSite> {
  return {
    '@context': context,
    '@type': 'WebSite',
    '@id': `${siteUrl}/#website`,
    name: site.name,
    url: `${siteUrl}/`,
    inLanguage: 'en-GB',
    publisher: publisher(siteUrl),
  };
}

function faqPage(items: readonly Question[]): WithContext<FAQPage> {
  return {
    '@context': context,
    '@type': 'FAQPage',
    mainEntity: items.map(
      ({ question, answer }): QuestionLeaf => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      }),
    ),
  };
}

/** The path to a document: home, the pages above it, itself. */
function breadcrumbs(path: string, title: string, siteUrl: string): WithContext<BreadcrumbList> {
  const above = path.startsWith('/blog/') ? [{ name: 'Blog', path: '/blog' }] : [];
  const steps = [{ name: site.name, path: '/' }, ...above, { name: title, path }];
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(
      (step, index): ListItemLeaf => ({
        '@type': 'ListItem',
        position: index + 1,
        name: step.name,
        item: siteUrl + step.path,
      }),
    ),
  };
}

function blogPosting(path: string, siteUrl: string): WithContext<BlogPostingLeaf>[] {
  const article = articles.find(({ slug }) => articlePath(slug) === path);
  if (!article) return [];
  const author: OrganizationLeaf = { '@type': 'Organization', name: site.name, url: `${siteUrl}/about` };
  const itself: OrganizationLeaf = { '@type': 'Organization', ...publisher(siteUrl), name: site.name };
  return [
    {
      '@context': context,
      '@type': 'BlogPosting',
      headline: article.title,
      description: article.excerpt,
      datePublished: article.date,
      articleSection: article.category,
      inLanguage: 'en-GB',
      image: siteUrl + socialPicture(path),
      mainEntityOfPage: siteUrl + path,
      author,
      publisher: itself,
    },
  ];
}

/**
 * A document's structured data for search engines, in the vocabulary of schema.org; its TypeScript types check every name and
 * value here. No rating and no offer: nothing is sold yet, and nobody has rated it.
 */
export function structuredData({ path, meta, questions }: Page, siteUrl: string): object[] {
  return [
    ...(path === '/' ? [organization(siteUrl), website(siteUrl)] : [breadcrumbs(path, meta.title, siteUrl)]),
    ...(questions ? [faqPage(questions)] : []),
    ...blogPosting(path, siteUrl),
  ];
}
