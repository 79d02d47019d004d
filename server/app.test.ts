import { expect, test } from 'vitest';
import { joinFields, nameInCalls } from '../content/join-fields.ts';
import { DatabaseUnavailable } from '../database/database.ts';
import { addressForms } from '../tests/support/address-forms.ts';
import { makeApp, noLinks } from '../tests/support/app.ts';
import type { JoinRequest, JoinResult } from '../waitlist/join.ts';
import type { AppOptions } from './app.ts';
import { findClientAddress } from './middleware.ts';

const key = 'sb_publishable_of_a_test';
const functionPath = '/functions/v1/enhanced-waitlist';

/** The app around a join that records its requests and answers as told. */
function appWith(answer: () => Promise<JoinResult>, options: Partial<AppOptions> = {}) {
  const asked: JoinRequest[] = [];
  const fakeJoin = (request: JoinRequest) => {
    asked.push(request);
    return answer();
  };
  const { app, logged } = makeApp({
    join: Object.assign(fakeJoin, { settled: async () => {} }),
    site: { answer: ({ path }) => ({ status: path === '/' ? 200 : 404, headers: {}, body: null }) },
    settings: {
      anonKey: key,
      siteUrl: 'https://example.org',
      allowedOrigins: ['https://static-host.example'],
      trustedProxies: 1,
    },
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

test('an unexpected error is a 500, and the log has its stack without its message', async () => {
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

test('while the database is away a join is a 503 with words for the visitor', async () => {
  const response = await appWith(unavailable).app.request(functionPath, call());
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await response.json()).message).toMatch(/^The list cannot be reached at the moment\./);
});

test('no log line holds an address or a token, wherever in a request it stands', async () => {
  const { app, logged } = appWith(joined);
  const address = 'amina@example.org';
  await app.request(
    `${functionPath}?email=${address}`,
    call({ referer: `https://example.org/?e=${address}`, 'user-agent': address, 'x-request-id': address }),
  );
  await app.request(`/${address}?email=${address}`);
  await app.request('/waitlist/join', form({ email: address }));
  await app.request(`/functions/v1/${address}`, call());
  await app.request(`/waitlist/leave?t=${address}`, { method: 'POST' });
  expect(logged.length).toBe(5);
  expect(logged.join('\n')).not.toMatch(/amina|%40|example\.org/);
});

test('the readiness check says whether the server can take joins, and whether emails are sent', async () => {
  const { app } = appWith(joined, { isReady: async () => false });
  const notReady = await app.request('/readyz');
  expect(notReady.status).toBe(503);
  expect(await notReady.json()).toEqual({ status: 'not ready', emails: 'Emails are sent.' });
});

/** Requests in another site's name, and our own pages' and programs' requests. */
const foreign: Record<string, string>[] = [
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://other.example.org', 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'https://example.org.evil.example' },
  { origin: 'http://static-host.example' },
  { origin: 'null' },
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
const sentForm = async (app: ReturnType<typeof makeApp>['app'], headers: Record<string, string>) =>
  (await app.request('/waitlist/join', form({ email: 'a@example.org' }, headers))).headers.get('location');

test.each(foreign)('another site’s page joins nobody by a call or a form: %j', async (headers) => {
  const { app, asked } = appWith(joined);
  expect((await app.request(functionPath, call(headers))).status).toBe(403);
  expect(await sentForm(app, headers)).toBe('/waitlist/other-site');
  expect(asked).toEqual([]);
});

test.each(own)('programs and the site’s own pages may join: %j', async (headers) => {
  const { app } = appWith(joined);
  const answer = await app.request(functionPath, call(headers));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe(headers.origin ?? null);
  expect(await sentForm(app, headers)).toBe('/waitlist/joined');
});

test('an allowed origin may make the calls but not send the form', async () => {
  const { app } = appWith(joined);
  const allowed = { origin: 'https://static-host.example', 'sec-fetch-site': 'cross-site' };
  const { status, headers } = await app.request(functionPath, call(allowed));
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, allowed.origin]);
  expect(headers.get('vary')).toBe('Origin');
  for (const origin of [allowed.origin, 'https://example.org'])
    expect(await sentForm(app, { ...allowed, origin })).toBe('/waitlist/other-site');
  expect(await sentForm(app, { 'sec-fetch-site': 'none' })).toBe('/waitlist/joined');
});

test('a server without emails says so after a join', async () => {
  for (const [sendsEmails, header, page] of [
    [true, null, '/waitlist/joined'],
    [false, 'none', '/waitlist/joined-unasked'],
  ] as const) {
    const shown: string[] = [];
    const site: AppOptions['site'] = {
      answer: ({ path }) => {
        shown.push(path);
        return { status: 200, headers: {}, body: null };
      },
    };
    const { app } = appWith(joined, { sendsEmails, site });
    for (const path of [functionPath, '/rest/v1/rpc/add_to_waitlist'])
      expect((await app.request(path, call())).headers.get('waitlist-emails')).toBe(header);
    await app.request('/waitlist/joined');
    expect(shown).toEqual([page]);
  }
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
  test(`the plain form leads to ${page} for “${email}”, and no header holds the address`, async () => {
    const response = await appWith(answer).app.request('/waitlist/join', form({ email, source: 'Friend' }));
    expect([response.status, response.headers.get('location')]).toEqual([303, page]);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(JSON.stringify([...response.headers])).not.toMatch(/amina/);
  });

test('a GET of the form’s path leads to the form and joins nobody', async () => {
  const { app, asked } = appWith(joined);
  for (const method of ['GET', 'HEAD']) {
    const response = await app.request('/waitlist/join?email=amina@example.org', { method });
    expect([response.status, response.headers.get('location')], method).toEqual([303, '/#join']);
    expect(await response.text()).toBe('');
  }
  expect((await app.request('/waitlist/join', { method: 'PUT' })).status).toBe(405);
  expect(asked).toEqual([]);
});

test('the plain form sends the source that was chosen, and cta where none could be', async () => {
  const { app, asked } = appWith(joined);
  for (const source of [{ source: 'Twitter/X' }, {}, { source: '' }])
    await app.request('/waitlist/join', form({ email: 'a@example.org', ...source }));
  expect(asked.map(({ source }) => source)).toEqual(['Twitter/X', 'cta', 'cta']);
});

test('every field of a join is read from a call and from the plain form', async () => {
  const { app, asked } = appWith(joined);
  const told = Object.fromEntries(joinFields.map((field) => [field, `the ${field}`]));
  const sent = Object.fromEntries(joinFields.map((field) => [nameInCalls[field], `the ${field}`]));
  await app.request(functionPath, { ...call(), body: JSON.stringify(sent) });
  await app.request('/waitlist/join', form(told));
  expect(asked).toEqual([expect.objectContaining(told), expect.objectContaining(told)]);
});

/** An app that records which links are followed. */
function appWithFollowed() {
  const followed: object[] = [];
  const follow = async (link: object) => followed.push(link) > 0;
  return { ...appWith(joined, { emailLinks: { ...noLinks, follow } }), followed };
}

test('a mail program’s one click leaves without a redirect, cookie, key or origin', async () => {
  const { app, followed } = appWithFollowed();
  const multipart = new FormData();
  multipart.append('List-Unsubscribe', 'One-Click');
  // The two forms of RFC 8058.
  for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), multipart]) {
    const response = await app.request('/waitlist/leave?t=token', { method: 'POST', body });
    expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
    expect(followed.pop()).toEqual({ token: 'token', purpose: 'leave', via: 'one-click' });
  }
});

const purposes = ['confirm', 'leave', 'not-me'];

test('the button on the page of each link follows it', async () => {
  const { app, followed } = appWithFollowed();
  for (const purpose of purposes) await app.request(`/waitlist/${purpose}?t=token`, { method: 'POST' });
  expect(followed).toEqual(purposes.map((purpose) => ({ token: 'token', purpose, via: 'link' })));
});

test('a GET or HEAD of a link follows nothing', async () => {
  const { app, followed } = appWithFollowed();
  for (const purpose of purposes)
    for (const method of ['GET', 'HEAD']) await app.request(`/waitlist/${purpose}?t=token`, { method });
  expect(followed).toEqual([]);
});

test('an unknown link is a 404, and one that cannot be looked up a 503', async () => {
  const press = async (follow: () => Promise<boolean>) => {
    const { app } = appWith(joined, { emailLinks: { ...noLinks, follow } });
    return (await app.request('/waitlist/leave?t=token', { method: 'POST' })).status;
  };
  expect(await press(async () => false)).toBe(404);
  expect(await press(unavailable)).toBe(503);
});

test('the page of an entry shows what is held as text, to its link only', async () => {
  const answer = () => ({
    status: 200 as const,
    headers: { etag: '"old"', 'content-length': '9' },
    body: Buffer.from('<p>{{email}} {{status}} {{source}} {{wording}}</p><form action="?t={{token}}">'),
  });
  const entry = {
    row: { email: '<b>&"@example.org', source: 'cta', state: 'joined' },
    wording: 'I agree.',
    joinedOn: '2026-11-20',
    confirmedOn: '2026-11-21',
    leftOn: null,
    consentedOn: '2026-11-20',
  };
  const read = async (token: string) => (token === 'hers' ? entry : undefined);
  const { app, logged } = appWith(joined, {
    site: { answer },
    emailLinks: { ...noLinks, entries: { ...noLinks.entries, read } },
  });
  const page = await app.request('/waitlist/place?t=hers');
  expect([page.status, page.headers.get('etag')]).toEqual([200, null]);
  expect(await page.text()).toBe(
    '<p>&lt;b&gt;&amp;&quot;@example.org You joined on 20 November 2026 and confirmed on 21 November 2026. Not asked I agree.</p><form action="?t=hers">',
  );
  expect((await app.request('/waitlist/place?t=other')).status).toBe(404);
  expect((await app.request('/waitlist/place', { method: 'HEAD' })).status).toBe(404);
  expect(logged.join()).not.toMatch(/example|hers/);
});

test('a foreign link is refused without the database, whatever it asks for', async () => {
  const asked: string[] = [];
  const ask = async () => void asked.push('asked');
  const { app } = appWith(joined, {
    emailLinks: {
      isOurs: async () => false,
      follow: async () => asked.push('followed') > 0,
      entries: { read: ask, download: ask, erase: ask, change: ask },
    },
  });
  const pages = ['confirm', 'leave', 'not-me', 'change', 'place'];
  const acts = ['place/change', 'place/erase', 'place/download'];
  for (const path of [...pages, ...acts])
    expect((await app.request(`/waitlist/${path}?t=foreign`, { method: 'POST' })).status).toBe(404);
  expect((await app.request('/waitlist/place?t=foreign')).status).toBe(404);
  expect(asked).toEqual([]);
});

/** An app whose database hangs until `comeBack`, and what it was asked for since. */
function appOverHangingDatabase() {
  const { promise: back, resolve: comeBack } = Promise.withResolvers<void>();
  const asked: string[] = [];
  const whenBack = async (what: string) => {
    asked.push(what);
    await back;
  };
  const { app } = appWith(joined, {
    emailLinks: {
      ...noLinks,
      async follow({ purpose }) {
        await whenBack(purpose);
        return true;
      },
      entries: { ...noLinks.entries, read: () => whenBack('read').then(() => undefined) },
    },
    site: { answer: () => ({ status: 200, headers: {}, body: null }) },
  });
  const post = (purpose: string) => app.request(`/waitlist/${purpose}?t=token`, { method: 'POST' });
  return { app, asked, comeBack, post };
}

test('somebody who leaves does not wait behind others', async () => {
  const { app, asked, comeBack, post } = appOverHangingDatabase();
  const others = Array.from({ length: 20 }, () => app.request('/waitlist/place?t=token'));
  const leaving = [post('leave'), post('not-me'), post('place')];
  await expect.poll(() => asked).toEqual(['read', 'leave', 'not-me', 'place']);
  comeBack();
  for (const answer of await Promise.all(leaving)) expect(answer.status).toBe(200);
  await Promise.all(others);
  expect(asked).toHaveLength(23);
});

test('when too many links wait, the next is told at once to try again', async () => {
  const { asked, comeBack, post } = appOverHangingDatabase();
  const pressed = Array.from({ length: 500 }, () => post('confirm'));
  const refused = await Promise.race(pressed);
  expect(refused.status).toBe(503);
  expect(asked).toEqual(['confirm']);
  comeBack();
  const statuses = (await Promise.all(pressed)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(201);
  expect(asked).toHaveLength(201);
});

test.each([
  ['without proxies the peer, whatever the header says', '192.0.2.1', '198.51.100.7', 0, '192.0.2.1'],
  ['what the nearest proxy saw', '10.0.0.1', 'forged, 198.51.100.7', 1, '198.51.100.7'],
  ['what the outer of two saw', '10.0.0.1', 'forged, 198.51.100.7, 10.0.0.2', 2, '198.51.100.7'],
  ['the peer, past too few proxies', '198.51.100.9', '192.0.2.1', 2, '198.51.100.9'],
  ['the peer, for no address', '198.51.100.9', 'not an address', 1, '198.51.100.9'],
] as const)('the visitor’s address is %s', (_, peer, header, proxies, found) => {
  expect(findClientAddress(peer, header, proxies)).toBe(found);
});

test.each(addressForms)('of “%s” in the header the server counts “%s”', (written, address) => {
  expect(findClientAddress('', written, 1)).toBe(address);
});
