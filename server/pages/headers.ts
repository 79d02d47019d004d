/** Header names are lower-case: Node and browsers do not care, and lists compare as they are. */
export type Headers = Readonly<Record<string, string>>;

export interface HeaderSettings {
  /** The address visitors type; with https, browsers are told to keep to https. */
  siteUrl?: string | undefined;
  /** Another back end than the site's own origin. */
  backendUrl?: string | undefined;
}

/** Powers no page of the site uses: a script that should not be there cannot ask for them either. */
const unusedPowers = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

/**
 * Two constant rules that Radix's select and scroll area (1.8) write into the page while it runs: they hide the native
 * scroll bar. The browser tests fail when an update changes a letter of them.
 */
const radixScrollRules = [
  "'sha256-441zG27rExd4/il+NvIqyL8zFx5XmyNQtE381kSkUJk='",
  "'sha256-vGQdhYJbTuF+M8iCn1IZCHpdkiICocWHDq4qnQF4Rjw='",
];

/** The pages that answer a form or a link in an email: found by nobody else, nobody's referrer, and in no cache. */
const answerPages = /^\/waitlist\//;

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
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** On every answer, whatever it is. Names below the site's own are left alone: they may be somebody else's. */
function everywhere({ siteUrl }: HeaderSettings): Headers {
  return {
    'x-content-type-options': 'nosniff',
    ...(siteUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/**
 * The headers of a page, caching apart.
 * @param styleHashes the policy's words for the rules that stand in it: only these very letters are applied
 */
export function pageHeaders(settings: HeaderSettings, path: string, styleHashes: readonly string[]): Headers {
  const answer = answerPages.test(path);
  return {
    ...everywhere(settings),
    'content-security-policy': contentSecurityPolicy(settings, styleHashes),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': answer ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': unusedPowers.map((power) => `${power}=()`).join(', '),
    'x-frame-options': 'DENY',
    'speculation-rules': '"/speculation-rules.json"',
    ...(answer ? { 'x-robots-tag': 'noindex' } : {}),
  };
}

/**
 * The headers of a file that a page loads. They are few because they are sent with each file: what concerns documents
 * stays with documents, and a file opened on its own (a drawing, say) may load and run nothing: a font cannot in any case.
 */
export function fileHeaders(settings: HeaderSettings, path: string): Headers {
  return {
    ...everywhere(settings),
    ...(path.endsWith('.woff2')
      ? {}
      : { 'content-security-policy': "default-src 'none'; style-src 'self'; frame-ancestors 'none'" }),
    'cross-origin-resource-policy': 'same-origin',
  };
}

/** The headers of an answer of the two calls, of health checks and of errors: for programs, never a document, never kept. */
export function programHeaders(settings: HeaderSettings): Headers {
  return {
    ...everywhere(settings),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
}

/** Built files with a hash in their name never change; pages and the rest are asked for again, and answered 304 while they are the same. */
export function cacheControl(path: string): string {
  if (answerPages.test(path)) return 'no-store';
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}
