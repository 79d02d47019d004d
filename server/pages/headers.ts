import { isWaitlistPath } from '../../content/paths.ts';
import { commonHeaders, type HeaderFields, type HeaderSettings } from '../headers.ts';

/** Features that no page of the site uses: a script that should not be there cannot request them either. */
const unusedFeatures =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()';

/** Two rules by which Radix's select and scroll area (1.8) hide the native scroll bar. Browser tests fail when one changes. */
const radixScrollRules = [
  "'sha256-441zG27rExd4/il+NvIqyL8zFx5XmyNQtE381kSkUJk='",
  "'sha256-vGQdhYJbTuF+M8iCn1IZCHpdkiICocWHDq4qnQF4Rjw='",
];

function contentSecurityPolicy({ backendUrl }: HeaderSettings, styleHashes: readonly string[]): string {
  const backend = backendUrl === undefined ? '' : ` ${new URL(backendUrl).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${[...new Set([...radixScrollRules, ...styleHashes])].join(' ')}`,
    // data: is for the small drawings inside style sheets.
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${backend}`,
    "manifest-src 'self'",
    // The links in emails lead to forms that post to it.
    `form-action 'self'${backend}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The headers of a page, without caching.
 * @param styleHashes the CSP hash sources of the page's inline styles: no other inline style is applied
 */
export function pageHeaders(
  settings: HeaderSettings,
  path: string,
  styleHashes: readonly string[],
): HeaderFields {
  const isAnswer = isWaitlistPath(path);
  return {
    ...commonHeaders(settings),
    'content-security-policy': contentSecurityPolicy(settings, styleHashes),
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': isAnswer ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': unusedFeatures,
    'x-frame-options': 'DENY',
    'speculation-rules': '"/speculation-rules.json"',
    ...(isAnswer ? { 'x-robots-tag': 'noindex' } : {}),
  };
}

/**
 * The headers of a file that a page loads. A visitor may open a file on its own, a drawing for example: then it may load style sheets
 * and run nothing.
 */
export function fileHeaders(settings: HeaderSettings, path: string): HeaderFields {
  const headers = { ...commonHeaders(settings), 'cross-origin-resource-policy': 'same-origin' };
  // A font runs nothing in any case.
  if (path.endsWith('.woff2')) return headers;
  return {
    ...headers,
    'content-security-policy': "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
  };
}

/** Answer pages are never stored. Files with a hash in their name never change; the rest is revalidated. */
export function cacheControl(path: string): string {
  if (isWaitlistPath(path)) return 'no-store';
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}
