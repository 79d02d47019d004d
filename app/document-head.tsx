import type { ReactElement } from 'react';
import { palette } from '../content/colours.ts';
import { feedTitle } from '../content/for-programs.ts';
import type { PageMeta } from '../content/page-parts.ts';
import { isArticlePath, socialPicture } from '../content/paths.ts';
import { site } from '../content/site.ts';
import { pictureSize } from './social/social-card.tsx';

/** An inline style sheet. The content security policy allows exactly this text. */
interface InlineStyle {
  css: string;
  /** SHA-256 of the text, as the policy writes it: `'sha256-…'`. */
  hash: string;
}

/** The files that the build (or the development server) made for browsers, as root-relative URLs. */
export interface AssetUrls {
  script: string;
  /** The script's imports: requested together with it rather than after it. */
  scriptImports: string[];
  /**
   * The rules that the first paint needs: those of the first screen and those of this page alone.
   * @param firstScreen the markup before the shared style sheets
   * @param folder the page's folder, whose style sheet is its own: app/pages/<folder>/<folder>.css
   */
  criticalStyle: (firstScreen: string, folder: string) => Promise<InlineStyle | undefined>;
  /** Style sheets that the whole document waits for: only in development, where there is no critical CSS. */
  headSheets: (folder: string) => string[];
  /** The style sheets that everything below the hero waits for. */
  sheets: string[];
  fonts: string[];
  /** The italic of the headlines: a file of its own. */
  italicFonts: string[];
}

interface DocumentHeadProps {
  path: string;
  meta: PageMeta;
  /** Absolute URL of the site, without a trailing slash. */
  siteUrl: string;
  /** False for documents that are kept out of search engines. */
  indexed: boolean;
  structuredData: object[];
  files: Pick<AssetUrls, 'script' | 'scriptImports' | 'fonts'> & {
    headSheets: string[];
    inlineStyle: InlineStyle | undefined;
  };
}

/** What the browser must know first, and the rules of the first paint: before the fonts, which share the connection. */
function FirstPaint({ meta, files }: DocumentHeadProps) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{meta.title}</title>
      {files.headSheets.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own style sheet. */}
      {files.inlineStyle && <style dangerouslySetInnerHTML={{ __html: files.inlineStyle.css }} />}
    </>
  );
}

/** What search engines, feed readers and phones read. */
function Description({ path, meta, siteUrl, indexed }: DocumentHeadProps) {
  const canonical = siteUrl + path;
  const picture = siteUrl + socialPicture(path);
  return (
    <>
      <meta name="description" content={meta.description} />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content={palette.night} />
      {indexed ? <link rel="canonical" href={canonical} /> : <meta name="robots" content="noindex" />}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <link rel="alternate" type="application/atom+xml" href="/feed.xml" title={feedTitle} />
      {indexed && (
        <>
          <meta property="og:type" content={isArticlePath(path) ? 'article' : 'website'} />
          <meta property="og:site_name" content={site.name} />
          <meta property="og:locale" content="en_GB" />
          <meta property="og:title" content={meta.title} />
          <meta property="og:description" content={meta.description} />
          <meta property="og:url" content={canonical} />
          <meta property="og:image" content={picture} />
          <meta property="og:image:width" content={`${pictureSize.width}`} />
          <meta property="og:image:height" content={`${pictureSize.height}`} />
          <meta property="og:image:alt" content={meta.title} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}

/**
 * The parts of a document's head, in order: nothing visible depends on the script, so it follows the fonts. Each part must be
 * rendered separately, because React writes all links of one rendering before its styles and scripts.
 */
export function documentHead(props: DocumentHeadProps): ReactElement[] {
  const { fonts, script, scriptImports } = props.files;
  return [
    <FirstPaint key="first-paint" {...props} />,
    ...fonts.map((href) => (
      <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="" />
    )),
    <Description key="description" {...props} />,
    <script key="script" type="module" src={script} fetchPriority="low" />,
    ...scriptImports.map((href) => <link key={href} rel="modulepreload" href={href} fetchPriority="low" />),
    ...props.structuredData.map((data) => {
      const __html = JSON.stringify(data).replaceAll('<', '\\u003c');
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own content, with '<' escaped.
      return <script key={__html} type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />;
    }),
  ];
}
