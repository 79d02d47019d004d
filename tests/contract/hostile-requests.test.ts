import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openLinkedEntries } from '../../mail/linked-entries.ts';
import { openLinks } from '../../mail/links.ts';
import { createApp } from '../../server/app.ts';
import { openSite } from '../../server/pages/site.ts';
import { createJoin } from '../../waitlist/join.ts';
import { openForServer } from '../../waitlist/list/open-list.ts';
import { setLimit } from '../support/emails.ts';
import { seedOfTest } from '../support/random.ts';
import { spec } from '../support/specification.ts';
import { serverFolder } from '../support/test-server.ts';

const folder = await serverFolder('data');
const database = await openForServer({ dataDir: `${folder}/data` });
for (const limit of ['client', 'network', 'global']) await setLimit(database, limit, 1_000_000_000);
const silent = () => {};
const failures: string[] = [];
const app = createApp({
  join: createJoin({ database }),
  site: await openSite(`${folder}/dist`, {}),
  settings: {
    anonKey: 'key',
    siteUrl: undefined,
    allowedOrigins: [],
    trustedProxies: 1,
  },
  log: { debug: silent, info: silent, warn: silent, error: (facts) => failures.push(JSON.stringify(facts)) },
  isReady: async () => true,
  emailLinks: { ...openLinks(database), entries: openLinkedEntries(database) },
  sendsEmails: false,
  emailStatus: () => 'Emails wait.',
});
afterAll(database.close);

/**
 * Any code point, including lone surrogates, as the unit of a string. fast-check's own unit 'binary' first lists all
 * 1,114,112 of them, which takes three seconds in each file that uses it.
 */
const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));

const callPaths = ['/functions/v1/enhanced-waitlist', '/rest/v1/rpc/add_to_waitlist'];

const sources = [...spec.sources, 'cta'];

/** Any text: addresses, control characters, lone surrogates, right-to-left marks, NUL, SQL injection and spreadsheet formulas. */
const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.string({ maxLength: 400 }),
  fc.constantFrom(
    'a@b.c',
    'A@EXAMPLE.ORG',
    'a.b+c@GoogleMail.com',
    '\u0000@x.org',
    '\uD800@x.org',
    '=cmd()@x.org',
    "';drop table waitlist.entries;--@x.org",
  ),
  fc.emailAddress(),
);

const value = fc.oneof({ weight: 4, arbitrary: text }, fc.jsonValue({ maxDepth: 2 }));

/** The body of either call, or something else instead. */
const jsonBody = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ user_email: value, entry_source: fc.oneof(fc.constantFrom(...sources), value) })
      .map((entry) => JSON.stringify(entry)),
  },
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: anyCharacter, maxLength: 200 }),
  fc.integer({ min: 1, max: 400 }).map((depth) => '['.repeat(depth * 10)),
  fc.constant('{"user_email":"a@b.org","user_email":{},"__proto__":{"x":1},"entry_source":"cta"}'),
);

/** Every byte that may stand in a header's value. */
const headerText = fc.string({
  unit: fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code === 127 ? 9 : code)),
  maxLength: 80,
});

const headerNames =
  'authorization,content-type,x-forwarded-for,x-request-id,origin,sec-fetch-site,content-profile,prefer,accept-encoding,range,if-none-match,if-range,content-encoding';
const hostileHeaders = fc.dictionary(fc.constantFrom(...headerNames.split(',')), headerText, { maxKeys: 4 });

async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await app.request(path, init, { peer: '192.0.2.1' });
  expect(response.status).toBeLessThan(500);
  // A form's visitor is led to a page even when the join has failed: only the log tells.
  expect(failures.splice(0)).toEqual([]);
  return response;
}

/** Sends fifty hostile things at once, so many times. */
async function sendAll<Hostile>(
  things: fc.Arbitrary<Hostile>,
  times: number,
  sendOne: (one: Hostile) => Promise<void>,
): Promise<void> {
  const property = fc.asyncProperty(fc.array(things, { minLength: 50, maxLength: 50 }), async (fifty) => {
    await Promise.all(fifty.map(sendOne));
  });
  await fc.assert(property, { numRuns: times, seed: seedOfTest() });
}

test('20,000 hostile bodies: never a 5xx, always JSON', async () => {
  let acknowledged = 0;
  await sendAll(fc.tuple(fc.constantFrom(...callPaths), jsonBody), 400, async ([path, body]) => {
    const headers = { apikey: 'key', 'content-type': 'application/json' };
    const answer = await (await send(path, { method: 'POST', headers, body })).json();
    if (answer.success === true) acknowledged += 1;
    else expect(typeof (answer.error ?? answer.message)).toBe('string');
  });
  expect(acknowledged).toBeGreaterThan(100);
});

test('10,000 hostile forms: never a 5xx, always a page or a refusal', async () => {
  let joined = 0;
  const form = fc.tuple(text, fc.oneof(fc.constantFrom(...sources), text), hostileHeaders);
  await sendAll(form, 200, async ([email, source, hostile]) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...hostile };
    const body = new URLSearchParams({ email, source }).toString();
    const response = await send('/waitlist/join', { method: 'POST', headers, body });
    const location = response.headers.get('location');
    if (response.status !== 303) expect([400, 415]).toContain(response.status);
    else expect(location).toMatch(/^\/waitlist\/[a-z-]+$/);
    if (location === '/waitlist/joined') joined += 1;
  });
  expect(joined).toBeGreaterThan(100);
});

test('20,000 hostile methods, paths and headers: never a 5xx', async () => {
  const path = fc.oneof(
    fc.constantFrom(
      ...callPaths,
      '/waitlist/join',
      '/',
      '/healthz',
      '/nowhere',
      '//x',
      '/%',
      '/%c0%ae%c0%ae/',
      '/a?email=x@y.org',
    ),
    fc.webPath(),
    fc.string({ maxLength: 60 }).map((tail) => `/${tail}`),
  );
  const method = fc.constantFrom(
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'PROPFIND',
    'get',
    'BREW',
  );
  const request = fc.tuple(path, method, hostileHeaders, jsonBody);
  await sendAll(request, 400, async ([where, how, headers, body]) => {
    const bodiless = ['GET', 'HEAD', 'get'].includes(how);
    await send(where, { method: how, headers: { apikey: 'key', ...headers }, ...(bodiless ? {} : { body }) });
  });
});
