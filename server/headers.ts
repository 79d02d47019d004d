/** Header names are lower-case: Node and browsers ignore the case, and objects can be compared as they are. */
export type HeaderFields = Readonly<Record<string, string>>;

export interface HeaderSettings {
  /** The URL that visitors type; with https, browsers are told to keep to https. */
  siteUrl?: string | undefined;
  /** The URL of a back end on another origin than the site's own. */
  backendUrl?: string | undefined;
}

/** The headers of every response. HSTS leaves subdomains out: they may be somebody else's. */
export function commonHeaders({ siteUrl }: Pick<HeaderSettings, 'siteUrl'>): HeaderFields {
  const headers: Record<string, string> = { 'x-content-type-options': 'nosniff' };
  if (siteUrl?.startsWith('https:')) headers['strict-transport-security'] = 'max-age=31536000';
  return headers;
}

/** The headers of responses to the two calls, of health checks and of errors: for programs, never a document, never cached. */
export function apiHeaders(settings: Pick<HeaderSettings, 'siteUrl'>): HeaderFields {
  return {
    ...commonHeaders(settings),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
}
