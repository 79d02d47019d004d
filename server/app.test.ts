import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../database/database.ts';
import type { JoinRequest, JoinResult } from '../waitlist/join.ts';
import { type AppOptions, createApp } from './app.ts';
import { createMetrics } from './metrics.ts';

const key = 'sb_publishable_of_a_test';
const functionPath = '/functions/v1/enhanced-waitlist';

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
    site: {
      has: (path) => path === '/',
      answer: ({ path }) => ({
        status: path === '/' ? 200 : 404,
        headers: { 'cache-control': 'no-cache' },
        body: null,
      }),
    },
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
    emailStatus: () => 'Emails are sent.',
    ...options,
  });
  return { app, asked, logged };
}

const joined = async (): Promise<JoinResult> => ({ success: true });
const entry = { user_email: 'amina@example.org', entry_source: 'Friend' };
const call = (headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { apikey: key, 'content-type': 'application/json', ...headers },
  body: JSON.stringify(entry),
});
const form = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams(fields).toString(),
});

test('the answer on the wire is success, or success false with the sentence, and nothing else', async () => {
  const wire = async (answer: JoinResult) =>
    (await appWith(async () => answer).app.request(functionPath, call())).json();
  expect(await wire({ success: true })).toEqual({ success: true });
  expect(await wire({ success: false, error: 'Not so fast.', refusal: 'too-many' })).toEqual({
    success: false,
    error: 'Not so fast.',
  });
});

test('an unreachable database is a 503 in JSON that a page may read, and says when to ask again', async () => {
  const { app } = appWith(() => Promise.reject(new DatabaseUnavailable('no disk')));
  const response = await app.request(functionPath, call({ origin: 'https://static-host.example' }));
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(response.headers.get('access-control-allow-origin')).toBe('https://static-host.example');
  expect(await response.json()).toEqual({
    code: 'unavailable',
    message: expect.stringContaining('try again'),
  });
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

test('every answer has an id, by which its log line is found; a proxy in front may have given it', async () => {
  const { app, logged } = appWith(joined);
  const own = (await app.request(functionPath, call())).headers.get('x-request-id');
  const given = await app.request(functionPath, call({ 'x-request-id': 'from-the-proxy-1' }));
  expect(given.headers.get('x-request-id')).toBe('from-the-proxy-1');
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    id: own,
    endpoint: 'function',
    status: 200,
    outcome: 'joined',
  });
  expect(JSON.parse(logged[1] ?? '')).toMatchObject({ id: 'from-the-proxy-1' });
  const forged = await app.request(functionPath, call({ 'x-request-id': 'two words, amina@example.org' }));
  expect(forged.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
});

test('no log line holds an address, wherever in a request it stands', async () => {
  const { app, logged } = appWith(joined);
  const address = 'amina@example.org';
  await app.request(functionPath, call());
  await app.request(
    `${functionPath}?email=${address}`,
    call({ referer: `https://example.org/?e=${address}`, 'user-agent': address }),
  );
  await app.request(`/${address}?email=${address}`);
  await app.request('/waitlist/join', form({ email: address }));
  await app.request(`/functions/v1/${address}`, call());
  expect(logged.length).toBe(5);
  expect(logged.join('\n')).not.toMatch(/amina|%40|example\.org/);
});

test('responses other than pages are never cached, never sniffed and never a document', async () => {
  const { app } = appWith(joined);
  for (const path of [functionPath, '/healthz', '/functions/v1/unknown']) {
    const { headers } = await app.request(path, path === functionPath ? call() : {});
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('strict-transport-security')).toContain('max-age=');
  }
  expect((await app.request('/')).headers.get('cache-control')).toBe('no-cache');
});

test('the health check says whether the process is up, the readiness check whether it can take joins', async () => {
  const { app } = appWith(joined, { isReady: async () => false });
  expect((await app.request('/healthz')).status).toBe(200);
  const notReady = await app.request('/readyz');
  expect([notReady.status, await notReady.json()]).toEqual([
    503,
    { status: 'not ready', emails: 'Emails are sent.' },
  ]);
  expect((await appWith(joined).app.request('/readyz')).status).toBe(200);
});

test("an unknown call is a 404 in JSON; an unknown page is the site's 404; a page is not posted to", async () => {
  const { app } = appWith(joined);
  for (const path of ['/functions/v1/other', '/rest/v1/rpc/other', '/rest/v1/entries', '/auth/v1/token']) {
    const response = await app.request(path, call());
    expect([path, response.status, (await response.json()).code]).toEqual([path, 404, 'not-found']);
  }
  expect((await app.request('/nowhere')).status).toBe(404);
  const posted = await app.request('/', { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('only the site’s own pages and those of allowed origins make the calls; other sites get no CORS headers and join nobody', async () => {
  const { app, asked } = appWith(joined);
  const others: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://example.org.evil.example' },
    { origin: 'https://static-host.example.evil.example' },
    { origin: 'http://static-host.example' },
    { origin: 'null' },
    // DNS rebinding: an attacker's name that points to this server.
    { origin: 'http://evil.example', host: 'evil.example' },
  ];
  for (const headers of others) {
    const refused = await app.request(functionPath, call(headers));
    expect([headers, refused.status]).toEqual([headers, 403]);
    expect([...refused.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    const preflight = await app.request(functionPath, { method: 'OPTIONS', headers });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  }
  expect(asked).toEqual([]);
  const ours: Record<string, string>[] = [
    {},
    { origin: 'https://example.org', 'sec-fetch-site': 'same-origin' },
    { origin: 'https://static-host.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://localhost:3000', host: 'localhost:3000' },
    { origin: 'http://192.0.2.5:3000', host: '192.0.2.5:3000' },
  ];
  for (const headers of ours) {
    const answer = await app.request(functionPath, call(headers));
    expect([headers, answer.status]).toEqual([headers, 200]);
    expect(answer.headers.get('access-control-allow-origin')).toBe(headers.origin ?? null);
  }
  expect(asked).toHaveLength(ours.length);
});

test('limits are counted against the address the nearest proxies saw, never against what the visitor wrote', async () => {
  const { app, asked } = appWith(joined);
  await app.request(functionPath, call({ 'x-forwarded-for': '192.0.2.1, 198.51.100.7' }), {
    peer: '10.0.0.1',
  });
  expect(asked[0]?.client).toBe('198.51.100.7');
});

test('each outcome of the plain form leads to its page, and the address is in no header of the answer', async () => {
  const pages = async (email: string, answer: () => Promise<JoinResult>) => {
    const response = await appWith(answer).app.request('/waitlist/join', form({ email, source: 'Friend' }));
    expect(response.status).toBe(303);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(JSON.stringify([...response.headers])).not.toMatch(/amina/);
    return response.headers.get('location');
  };
  const refused = (refusal: 'address' | 'source' | 'too-many') => async (): Promise<JoinResult> => ({
    success: false,
    error: 'No.',
    refusal,
  });
  expect(await pages('amina@example.org', joined)).toBe('/waitlist/joined');
  expect(await pages('   ', joined)).toBe('/waitlist/email-required');
  expect(await pages('amina@', refused('address'))).toBe('/waitlist/address-refused');
  expect(await pages('amina@example.org', refused('too-many'))).toBe('/waitlist/too-many-tries');
  expect(await pages('amina@example.org', refused('source'))).toBe('/waitlist/failed');
  expect(await pages('amina@example.org', () => Promise.reject(new DatabaseUnavailable('away')))).toBe(
    '/waitlist/failed',
  );
  expect(await pages('amina@example.org', () => Promise.reject(new Error('broken')))).toBe(
    '/waitlist/failed',
  );
});

test('the plain form sends the source that was chosen, and cta where none could be', async () => {
  const { app, asked } = appWith(joined);
  await app.request('/waitlist/join', form({ email: 'amina+list@example.org', source: 'Twitter/X' }));
  await app.request('/waitlist/join', form({ email: 'amina@example.org' }));
  await app.request('/waitlist/join', form({ email: 'amina@example.org', source: '' }));
  expect(asked.map(({ email, source }) => [email, source])).toEqual([
    ['amina+list@example.org', 'Twitter/X'],
    ['amina@example.org', 'cta'],
    ['amina@example.org', 'cta'],
  ]);
});

test('a form that another site sends reaches nobody, and whoever sent it is shown the page that says so', async () => {
  const { app, asked, logged } = appWith(joined);
  const sent = async (headers: Record<string, string>) => {
    const response = await app.request('/waitlist/join', form({ email: 'amina@example.org' }, headers));
    expect(response.status).toBe(303);
    return response.headers.get('location');
  };
  for (const foreign of [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://example.org' },
    { 'sec-fetch-site': 'same-site', origin: 'https://other.example.org' },
    { 'sec-fetch-site': '' },
    { origin: 'https://evil.example' },
    { origin: 'https://example.org.evil.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'file://' },
  ]) {
    expect(await sent(foreign as Record<string, string>), JSON.stringify(foreign)).toBe(
      '/waitlist/other-site',
    );
    expect(JSON.parse(logged.at(-1) ?? '')).toMatchObject({ outcome: 'cross-site' });
  }
  expect(asked).toEqual([]);
  for (const own of [
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://example.org' },
    { origin: 'http://192.0.2.5:3000', host: '192.0.2.5:3000' },
    {},
  ]) {
    expect(await sent(own as Record<string, string>), JSON.stringify(own)).toBe('/waitlist/joined');
  }
  expect(asked).toHaveLength(5);
});

test('a form that is not form-encoded, too large or requested with GET is refused', async () => {
  const { app } = appWith(joined);
  const status = async (init: RequestInit) => (await app.request('/waitlist/join', init)).status;
  expect(
    await status({ method: 'POST', body: '{"email":"a"}', headers: { 'content-type': 'application/json' } }),
  ).toBe(415);
  expect(await status(form({ email: 'a'.repeat(20_000) }))).toBe(413);
  expect(await status({})).toBe(405);
});

test('a body without a stated length is counted as it comes, and cut off at the limit', async () => {
  let pulled = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(1024).fill(97));
    },
  });
  const init = { ...call(), body: endless, duplex: 'half' } as RequestInit;
  expect((await appWith(joined).app.request(functionPath, init)).status).toBe(413);
  expect(pulled).toBeLessThan(20);
});

test('Prometheus counts requests by endpoint and joins by outcome, never by address', async () => {
  const metrics = createMetrics();
  const { app } = appWith(joined, { metrics });
  await app.request(functionPath, call());
  await app.request(functionPath, { method: 'POST' });
  await app.request('/waitlist/join', form({ email: '' }));
  const { text } = await metrics.render();
  expect(text).toContain('http_requests_total{endpoint="function",status="200"} 1');
  expect(text).toContain('http_requests_total{endpoint="function",status="401"} 1');
  expect(text).toContain('waitlist_joins_total{endpoint="function",outcome="joined"} 1');
  expect(text).toContain('waitlist_joins_total{endpoint="form",outcome="email-required"} 1');
  expect(text).not.toContain('example.org');
});

const token = 'A'.repeat(24);
const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };

test('a provider’s one click gets 200 without a redirect, a cookie, a key or an origin, and the log has no token', async () => {
  const followed: object[] = [];
  const { app, logged } = appWith(joined, {
    followLink: async (link) => followed.push(link) > 0,
  });
  const response = await app.request(`/waitlist/leave?t=${token}`, oneClick);
  expect(response.status).toBe(200);
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(followed).toEqual([{ token, purpose: 'leave', way: 'one-click' }]);
  expect(logged.join()).not.toContain(token);
});

test('a one-click POST is recognised as multipart/form-data too', async () => {
  const ways: string[] = [];
  const { app } = appWith(joined, { followLink: async ({ way }) => ways.push(way) > 0 });
  const body = new FormData();
  body.append('List-Unsubscribe', 'One-Click');
  await app.request(`/waitlist/leave?t=${token}`, { method: 'POST', body });
  expect(ways).toEqual(['one-click']);
});

test('the button on each page does what the page asked, and no GET or HEAD does anything', async () => {
  const followed: string[] = [];
  const { app } = appWith(joined, {
    followLink: async ({ purpose, way }) => followed.push(`${purpose} by ${way}`) > 0,
  });
  for (const purpose of ['confirm', 'leave', 'not-me']) {
    for (const method of ['GET', 'HEAD']) await app.request(`/waitlist/${purpose}?t=${token}`, { method });
    await app.request(`/waitlist/${purpose}?t=${token}`, { method: 'POST' });
  }
  expect(followed).toEqual(['confirm by link', 'leave by link', 'not-me by link']);
});

test('a link that is not there is a 404, and one that the database cannot look up a 503 that providers try again', async () => {
  const press = async (followLink: AppOptions['followLink']) =>
    (await appWith(joined, { followLink }).app.request(`/waitlist/leave?t=${token}`, oneClick)).status;
  expect(await press(async () => false)).toBe(404);
  expect(await press(() => Promise.reject(new DatabaseUnavailable('no disk')))).toBe(503);
});
