import { cacheControl, type HeaderSettings, type Headers, pageHeaders } from '../server/pages/headers.ts';
import type { SiteManifest } from '../server/pages/site.ts';
import type { BuiltFile } from './render-site.ts';

function rule(path: string, headers: Headers): string {
  return [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
}

/** The headers in which the pages that answer a form differ from every other page. */
function answerPageHeaders(settings: HeaderSettings): Headers {
  const everyPage = pageHeaders(settings, '/', []);
  const differing = Object.entries(pageHeaders(settings, '/waitlist/joined', [])).filter(
    ([name, value]) => everyPage[name] !== value,
  );
  return Object.fromEntries(differing);
}

/**
 * The files from which static hosts (Cloudflare Pages, Netlify and the like) read headers and redirects.
 * Hosts match the requested path whether or not it exists, so the strict headers apply to every path. Where two rules match,
 * hosts join the values with a comma, and a browser uses the last referrer policy it understands. One content security
 * policy must allow the inline rules of all pages.
 */
export function staticHostFiles(settings: HeaderSettings, { pages }: SiteManifest): BuiltFile[] {
  const styleHashes = pages.flatMap((page) => page.styleHashes);
  const rules = [
    rule('/*', pageHeaders(settings, '/', styleHashes)),
    rule('/waitlist/*', { ...answerPageHeaders(settings), 'cache-control': cacheControl('/waitlist/any') }),
    rule('/assets/*', { 'cache-control': cacheControl('/assets/any') }),
    rule('/speculation-rules.json', { 'content-type': 'application/speculationrules+json' }),
  ];
  return [
    { fileName: '_headers', source: `${rules.join('\n\n')}\n` },
    // A static host stores nothing: whoever sends the form without a script is told so instead of seeing a bare error.
    { fileName: '_redirects', source: '/waitlist/join /waitlist/failed 303\n' },
  ];
}
