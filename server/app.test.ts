import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../database/database.ts';
import type { JoinRequest, JoinResult } from '../waitlist/join.ts';
import { type AppOptions, createApp } from './app.ts';
import { createMetrics } from './metrics.ts';
import { findClientAddress } from './middleware.ts';

const key = 'sb_publishable_of_a_test';
const functionPath = '/functions/v1/enhanced-waitlist';

const nothing = async () => undefined;
const places = { read: nothing, download: nothing, erase: nothing, change: nothing };

/** The app around a join that records its requests and answers as told. */
function appWith(answer: () => Promise<JoinResult>, options: Partial<AppOptions> = {}) {
  const asked: JoinRequest[] = [];
  const logged: string[] = [];
  const note = (facts: object, message: string) => void logged.push(JSON.stringify({ ...facts, message }));
  const fakeJoin = (request: JoinRequest) => {
    asked.push(request);
    return answer();
  };
  const app = createApp({
    join: Object.assign(fakeJoin, { settled: async () => {} }),
    site: { answer: ({ path }) => ({ status: path === '/' ? 200 : 404, headers: {}, body: null }) },
    settings: {
      anonKey: key,
      siteUrl: 'https://example.org',
      allowedOrigins: ['https://static-host.example'],
      backendUrl: undefined,
      trustedProxies: 1,
    },
    log: { debug: note, info: note, warn: note, error: note },
    isReady: async () => true,
    followLink: async () => false,
    places,
    emailStatus: () => 'Emails are sent.',
    ...options,
  });
  return { app, asked, logged };
}

const joined = async (): Promise<JoinResult> => ({ success: true });
const unavailable = () => Promise.reject(new DatabaseUnavailable('no disk'));
const call = (headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { apikey: key, 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ user_email: 'amina@example.org', entry_source: 'Friend' }),
});
const form = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams(fields).toString(),
});

test('an unexpected error is a 500 in JSON without a word of it, and the log has its stack, not its message', async () => {
  // A line of a message may look like a frame.
  const { app, logged } = appWith(() =>
    Promise.reject(new Error('duplicate key: amina@example.org\n    at amina@example.org')),
  );
  const response = await app.request('/rest/v1/rpc/add_to_waitlist', call());
  expect(response.status).toBe(500);
  expect(await response.text()).not.toMatch(/duplicate|amina|at /);
  expect(logged.join('\n')).toContain('app.test.ts');
  expect(logged.join('\n')).not.toMatch(/duplicate|amina/);
});

test('while the database is away a join is a 503 that says when to come again, in words that may be shown', async () => {
  const response = await appWith(unavailable).app.request(functionPath, call());
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await response.json()).message).toMatch(/^The list cannot be reached at the moment\./);
});

test('every answer has the id of its log line; a proxy in front may give it, if it is one', async () => {
  const { app, logged } = appWith(joined);
  for (const [given, id] of [
    [undefined, /^[\w-]{36}$/],
    ['from-the-proxy-1', /^from-the-proxy-1$/],
    ['two words, amina@example.org', /^[\w-]{36}$/],
  ] as const) {
    const { headers } = await app.request(functionPath, call(given ? { 'x-request-id': given } : {}));
    expect(headers.get('x-request-id')).toMatch(id);
    const line = { id: headers.get('x-request-id'), endpoint: 'function', status: 200, outcome: 'joined' };
    expect(JSON.parse(logged.at(-1) ?? '')).toMatchObject(line);
  }
});

test('no log line holds an address or a token, wherever in a request it stands', async () => {
  const { app, logged } = appWith(joined);
  const address = 'amina@example.org';
  await app.request(
    `${functionPath}?email=${address}`,
    call({ referer: `https://example.org/?e=${address}`, 'user-agent': address }),
  );
  await app.request(`/${address}?email=${address}`);
  await app.request('/waitlist/join', form({ email: address }));
  await app.request(`/functions/v1/${address}`, call());
  await app.request(`/waitlist/leave?t=${address}`, { method: 'POST' });
  expect(logged.length).toBe(5);
  expect(logged.join('\n')).not.toMatch(/amina|%40|example\.org/);
});

test('responses other than pages are never cached, never sniffed and never a document', async () => {
  const { app } = appWith(joined);
  for (const path of [functionPath, '/healthz', '/functions/v1/unknown']) {
    const { headers } = await app.request(path, path === functionPath ? call() : {});
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'strict-transport-security': expect.stringContaining('max-age='),
    });
  }
});

test('the readiness check says whether the server can take joins, and whether emails are sent', async () => {
  const { app } = appWith(joined, { isReady: async () => false });
  const notReady = await app.request('/readyz');
  expect([notReady.status, await notReady.json()]).toEqual([
    503,
    { status: 'not ready', emails: 'Emails are sent.' },
  ]);
});

test("an unknown call is a 404 in JSON; an unknown page is the site's 404; a page is not posted to", async () => {
  const { app } = appWith(joined);
  for (const path of ['/functions/v1/other', '/rest/v1/rpc/other', '/rest/v1/entries', '/auth/v1/token']) {
    const response = await app.request(path, call());
    expect([path, response.status, (await response.json()).code]).toEqual([path, 404, 'not-found']);
  }
  expect((await app.request('/nowhere', { method: 'HEAD' })).status).toBe(404);
  const posted = await app.request('/', { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

/** Requests in another site's name, and our own pages' and programs' requests. */
const foreign: Record<string, string>[] = [
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://other.example.org', 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': '' },
  { origin: 'https://evil.example' },
  { origin: 'https://example.org.evil.example' },
  { origin: 'https://static-host.example.evil.example' },
  { origin: 'http://static-host.example' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'file://' },
  // DNS rebinding: an attacker's name that points to this server.
  { origin: 'http://evil.example', host: 'evil.example' },
];
const own: Record<string, string>[] = [
  {},
  { origin: 'https://example.org', 'sec-fetch-site': 'same-origin' },
  { origin: 'https://example.org' },
  { origin: 'http://localhost:3000', host: 'localhost:3000' },
  { origin: 'http://192.0.2.5:3000', host: '192.0.2.5:3000' },
];

/** Where the plain form leads. */
const sentForm = async (app: ReturnType<typeof createApp>, headers: Record<string, string>) =>
  (await app.request('/waitlist/join', form({ email: 'a@example.org' }, headers))).headers.get('location');

test.each(foreign)('another site’s page joins nobody by a call or a form: %j', async (headers) => {
  const { app, asked, logged } = appWith(joined);
  for (const request of [call(headers), { method: 'OPTIONS', headers }]) {
    const refused = await app.request(functionPath, request);
    expect(refused.status).toBe(403);
    expect([...refused.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
  expect(await sentForm(app, headers)).toBe('/waitlist/other-site');
  expect(JSON.parse(logged.at(-1) ?? '')).toMatchObject({ outcome: 'cross-site' });
  expect(asked).toEqual([]);
});

test.each(own)('a program or one of the site’s own pages joins by a call and a form: %j', async (headers) => {
  const { app } = appWith(joined);
  const answer = await app.request(functionPath, call(headers));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe(headers.origin ?? null);
  expect(await sentForm(app, headers)).toBe('/waitlist/joined');
});

test('an allowed origin may make the calls, and not send the form; a form may be sent again from a restored tab', async () => {
  const { app } = appWith(joined);
  const allowed = { origin: 'https://static-host.example', 'sec-fetch-site': 'cross-site' };
  const { status, headers } = await app.request(functionPath, call(allowed));
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, allowed.origin]);
  expect(headers.get('vary')).toBe('Origin');
  for (const origin of [allowed.origin, 'https://example.org'])
    expect(await sentForm(app, { ...allowed, origin })).toBe('/waitlist/other-site');
  expect(await sentForm(app, { 'sec-fetch-site': 'none' })).toBe('/waitlist/joined');
});

const refused = (refusal: 'address' | 'source' | 'too-many') => async (): Promise<JoinResult> => ({
  success: false,
  error: 'No.',
  refusal,
});

for (const [page, email, answer] of [
  ['/waitlist/joined', 'amina@example.org', joined],
  ['/waitlist/email-required', '   ', joined],
  ['/waitlist/address-refused', 'amina@', refused('address')],
  ['/waitlist/too-many-tries', 'amina@example.org', refused('too-many')],
  ['/waitlist/failed', 'amina@example.org', refused('source')],
  ['/waitlist/failed', 'amina@example.org', unavailable],
  ['/waitlist/failed', 'amina@example.org', () => Promise.reject(new Error('broken'))],
] as const)
  test(`the plain form leads to ${page} for “${email}”, and the address is in no header of the answer`, async () => {
    const response = await appWith(answer).app.request('/waitlist/join', form({ email, source: 'Friend' }));
    expect([response.status, response.headers.get('location')]).toEqual([303, page]);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(JSON.stringify([...response.headers])).not.toMatch(/amina/);
  });

test('the plain form sends the source that was chosen, and cta where none could be', async () => {
  const { app, asked } = appWith(joined);
  for (const source of [{ source: 'Twitter/X' }, {}, { source: '' }])
    await app.request('/waitlist/join', form({ email: 'amina+list@example.org', ...source }));
  expect(asked.map(({ email, source }) => [email, source])).toEqual(
    ['Twitter/X', 'cta', 'cta'].map((source) => ['amina+list@example.org', source]),
  );
});

test.each([
  ['is not form-encoded', 415, form({ email: 'a' }, { 'content-type': 'application/json' })],
  ['is too large', 413, form({ email: 'a'.repeat(20_000) })],
  ['is requested with GET', 405, {}],
])('a form that %s is refused with %i', async (_, status, init) => {
  expect((await appWith(joined).app.request('/waitlist/join', init)).status).toBe(status);
});

test('Prometheus counts requests by endpoint and joins by outcome, never by address', async () => {
  const metrics = createMetrics();
  const { app } = appWith(joined, { metrics });
  await app.request(functionPath, call());
  await app.request(functionPath, { method: 'POST' });
  await app.request('/waitlist/join', form({ email: '' }));
  const text = await metrics.register.metrics();
  expect(text).toContain('http_requests_total{endpoint="function",status="200"} 1');
  expect(text).toContain('http_requests_total{endpoint="function",status="401"} 1');
  expect(text).toContain('waitlist_joins_total{endpoint="function",outcome="joined"} 1');
  expect(text).toContain('waitlist_joins_total{endpoint="form",outcome="email-required"} 1');
  expect(text).not.toContain('example.org');
});

test('a provider’s one click gets 200 without a redirect, a cookie, a key or an origin, in either form that RFC 8058 has; the button on each page does what it says, and no GET or HEAD does anything', async () => {
  const followed: object[] = [];
  const { app } = appWith(joined, { followLink: async (link) => followed.push(link) > 0 });
  const multipart = new FormData();
  multipart.append('List-Unsubscribe', 'One-Click');
  for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), multipart]) {
    const response = await app.request('/waitlist/leave?t=token', { method: 'POST', body });
    expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
    expect(followed.pop()).toEqual({ token: 'token', purpose: 'leave', way: 'one-click' });
  }
  const purposes = ['confirm', 'leave', 'not-me'];
  for (const purpose of purposes)
    for (const method of ['GET', 'HEAD', 'POST'])
      await app.request(`/waitlist/${purpose}?t=token`, { method });
  expect(followed).toEqual(purposes.map((purpose) => ({ token: 'token', purpose, way: 'link' })));
});

test('a link that is not there is a 404, and one that the database cannot look up a 503 that providers try again', async () => {
  const press = async (followLink: AppOptions['followLink']) =>
    (await appWith(joined, { followLink }).app.request('/waitlist/leave?t=token', { method: 'POST' })).status;
  expect(await press(async () => false)).toBe(404);
  expect(await press(unavailable)).toBe(503);
});

test('the page of a place says what is held, as text whatever it is, and only to whom has its link', async () => {
  const answer = () => ({
    status: 200 as const,
    headers: { etag: '"old"', 'content-length': '9' },
    body: Buffer.from('<p>{{email}} {{status}} {{source}} {{wording}}</p><form action="?t={{token}}">'),
  });
  const place = {
    ...{
      email: '<b>&"@example.org',
      source: 'cta',
      state: 'joined' as const,
      leftOn: null,
      wording: 'I agree.',
    },
    ...{ joinedOn: '2026-11-20', confirmedOn: '2026-11-21', consentedOn: '2026-11-20' },
  };
  const read = async (token: string) => (token === 'hers' ? place : undefined);
  const { app, logged } = appWith(joined, { site: { answer }, places: { ...places, read } });
  const page = await app.request('/waitlist/place?t=hers');
  expect([page.status, page.headers.get('etag')]).toEqual([200, null]);
  expect(await page.text()).toBe(
    '<p>&lt;b&gt;&amp;&quot;@example.org You joined on 20 November 2026 and confirmed on 21 November 2026. Not asked I agree.</p><form action="?t=hers">',
  );
  expect((await app.request('/waitlist/place?t=other')).status).toBe(404);
  expect((await app.request('/waitlist/place', { method: 'HEAD' })).status).toBe(404);
  expect(logged.join()).not.toMatch(/example|hers/);
});

test('each act of a place is one POST, and says how it went', async () => {
  const asked: unknown[] = [];
  const { app } = appWith(joined, {
    site: { answer: ({ path }) => ({ status: 200, headers: {}, body: Buffer.from(path) }) },
    places: {
      ...places,
      download: async () => '{"held":1}',
      erase: async () => true,
      change: async (token, email) => (asked.push([token, email]) === 1 ? 'asked' : 'too-many'),
    },
  });
  const post = async (act: string, fields: Record<string, string> = {}) => {
    const response = await app.request(`/waitlist/place/${act}?t=hers`, form(fields));
    return [response.status, await response.text()];
  };
  expect(await post('change', { email: 'new@example.org' })).toEqual([200, '/waitlist/change-asked']);
  expect(await post('change')).toEqual([200, '/waitlist/change-too-often']);
  expect(asked).toEqual([
    ['hers', 'new@example.org'],
    ['hers', ''],
  ]);
  expect(await post('erase')).toEqual([200, '/waitlist/erased']);
  expect(await post('download')).toEqual([200, '{"held":1}']);
  const broken = await appWith(joined).app.request('/waitlist/place/erase?t=other', form({}));
  expect(broken.status).toBe(404);
});

test('however many links are followed at once, the database is asked for one at a time', async () => {
  let atOnce = 0;
  let most = 0;
  const { app } = appWith(joined, {
    async followLink() {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      return false;
    },
  });
  const press = () => app.request('/waitlist/leave?t=guess', { method: 'POST' });
  await Promise.all(Array.from({ length: 20 }, press));
  expect(most).toBe(1);
});

test.each([
  ['without proxies the peer, whatever the header says', '192.0.2.1', '198.51.100.7', 0, '192.0.2.1'],
  ['what the nearest proxy saw', '10.0.0.1', 'forged, 198.51.100.7', 1, '198.51.100.7'],
  ['what the outer of two saw', '10.0.0.1', 'forged, 198.51.100.7, 10.0.0.2', 2, '198.51.100.7'],
  ['the peer, past too few proxies', '198.51.100.9', '192.0.2.1', 2, '198.51.100.9'],
  ['the peer, past no proxy', '198.51.100.9', undefined, 1, '198.51.100.9'],
  ['the peer, for no address', '198.51.100.9', 'not an address', 1, '198.51.100.9'],
  ['IPv4 inside IPv6', '::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
  ['a port', '', '192.0.2.1:5678', 1, '192.0.2.1'],
  ['brackets and a port', '', '[2001:db8::1]:5678', 1, '2001:db8::1'],
  ['IPv6', '', '2001:db8::1', 1, '2001:db8::1'],
  ['a zone', 'fe80::1%eth0', undefined, 0, 'fe80::1'],
] as const)('the visitor’s address is %s', (_, peer, header, proxies, found) => {
  expect(findClientAddress(peer, header, proxies)).toBe(found);
});
