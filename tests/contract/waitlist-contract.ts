import { createClient, FunctionsHttpError } from '@supabase/supabase-js';
import { test as base, expect } from 'vitest';

/** One implementation of the back end, as the site's client sees it. */
export interface BackEnd {
  name: string;
  /** Base URLs of processes that share one list and must behave as one. */
  urls: [string, ...string[]];
  key: string;
  /** Which of the two calls it answers: an edge function answers only the first. */
  calls: readonly ('function' | 'procedure')[];
  /** The sources stored for an address, whatever its case. */
  storedSources(email: string): Promise<string[]>;
}

const paths = {
  function: '/functions/v1/enhanced-waitlist',
  procedure: '/rest/v1/rpc/add_to_waitlist',
} as const;

/** The origin of the site on a static host, whose pages call across origins. Every implementation is started with it allowed. */
export const staticHost = 'https://static-host.example';

/** The headers that Chromium's preflight asks for, as seen on the wire. */
const askedHeaders = {
  function: 'apikey,authorization,content-type,x-client-info',
  procedure: 'apikey,authorization,content-profile,content-type,x-client-info',
} as const;

const json = { 'content-type': 'application/json' };
const clientOf = (url: string, key: string) =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });

/** Registers the whole contract of both calls for one implementation. The client is the real supabase-js. */
export function waitlistContract({ name, urls, key, calls, storedSources }: BackEnd): void {
  for (const endpoint of calls) {
    const url = urls[0] + paths[endpoint];
    const test = (sentence: string, run: () => Promise<void>) =>
      base(`${name}, ${endpoint}: ${sentence}`, run);
    const address = (word: string) => `${word}.${endpoint}@example.org`;
    const entry = (word: string) => JSON.stringify({ user_email: address(word), entry_source: 'Friend' });
    const send = (headers: Record<string, string>, body: string) =>
      fetch(url, { method: 'POST', headers, body });
    const post = (headers: Record<string, string>, body: string) => send({ apikey: key, ...headers }, body);

    async function call(email: string, source: string, from = clientOf(urls[0], key)) {
      const body = { user_email: email, entry_source: source };
      if (endpoint === 'procedure') return from.rpc('add_to_waitlist', body);
      const { data, error, response } = await from.functions.invoke('enhanced-waitlist', { body });
      return { data, error, status: response?.status };
    }

    test('a join succeeds and is stored with its source', async () => {
      const answer = await call(`  ${address('amina')} `, 'Twitter/X');
      expect(answer).toMatchObject({ data: { success: true }, error: null, status: 200 });
      expect(await storedSources(address('amina'))).toEqual(['Twitter/X']);
    });

    test('joining again succeeds, looks the same in every byte, and leaves one entry', async () => {
      const comparable = async (response: Response) => ({
        status: response.status,
        headers: [...response.headers].filter(([header]) => !['date', 'x-request-id'].includes(header)),
        body: await response.text(),
      });
      const first = await comparable(await post(json, entry('bilal')));
      const again = entry('bilal').replace(address('bilal'), address('bilal').toUpperCase());
      expect(await comparable(await post(json, again))).toEqual(first);
      expect(await storedSources(address('bilal'))).toEqual(['Friend']);
    });

    test('a malformed address and an unknown source are refused with a sentence, and stored nowhere', async () => {
      for (const [email, source] of [
        ['not-an-address', 'Friend'],
        ['', 'Friend'],
        [address('khadija'), 'Television'],
        [address('khadija'), ''],
      ] as const) {
        const { data, error } = await call(email, source);
        expect(error).toBeNull();
        expect(data).toEqual({ success: false, error: expect.stringMatching(/^[A-Z].{10,}\.$/) });
      }
      expect(await storedSources(address('khadija'))).toEqual([]);
    });

    test('many joins of one address at once, through every process, leave one entry', async () => {
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, turn) =>
          call(address('dawud'), 'Masjid', clientOf(urls[turn % urls.length] ?? urls[0], key)),
        ),
      );
      for (const { data } of answers) expect(data).toEqual({ success: true });
      expect(await storedSources(address('dawud'))).toEqual(['Masjid']);
    });

    test('with another key nothing is stored and the client gets an error it can read', async () => {
      const wrong = await call(address('elyas'), 'Friend', clientOf(urls[0], 'sb_publishable_of_another'));
      expect(wrong).toMatchObject({ data: null, status: 401 });
      const said = wrong.error instanceof FunctionsHttpError ? await wrong.error.context.json() : wrong.error;
      expect(said).toMatchObject({ code: 'invalid-key', message: expect.stringContaining('Load it again') });
      expect(await storedSources(address('elyas'))).toEqual([]);
    });

    test('the key counts in apikey and as a bearer token, and is needed', async () => {
      for (const [status, headers] of [
        [200, { apikey: key }],
        [200, { authorization: `Bearer ${key}` }],
        [200, { apikey: key, authorization: 'Bearer the-token-of-a-session' }],
        [401, { authorization: `Basic ${key}` }],
        [401, {}],
      ] as const)
        expect((await send({ ...json, ...headers }, entry('fatima'))).status).toBe(status);
    });

    test('a page of an allowed origin may make the call', async () => {
      const { status, headers } = await fetch(url, {
        method: 'OPTIONS',
        headers: {
          origin: staticHost,
          'access-control-request-method': 'POST',
          'access-control-request-headers': askedHeaders[endpoint],
        },
      });
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-origin')).toBe(staticHost);
      expect(headers.get('access-control-allow-methods')).toContain('POST');
      expect(headers.get('access-control-max-age')).toBe('86400');
      const allowed = headers.get('access-control-allow-headers')?.split(', ');
      expect(allowed).toEqual(expect.arrayContaining(askedHeaders[endpoint].split(',')));
    });

    test('every wrong request gets JSON that a page may read, and no 5xx', async () => {
      const here = { ...json, origin: staticHost };
      const malformed = [
        'user_email=a',
        '',
        'null',
        '[]',
        '"text"',
        '{"user_email":"a@example.org"}',
        '{"user_email":["a@example.org"],"entry_source":"Friend"}',
        '{"user_email":1,"entry_source":null}',
      ];
      const wrong: [number, Promise<Response>][] = [
        ...malformed.map((body): [number, Promise<Response>] => [400, post(here, body)]),
        [415, post({ ...here, 'content-type': 'text/plain' }, entry('ghalib'))],
        [413, post(here, entry('a'.repeat(100_000)))],
        [405, fetch(url, { headers: { apikey: key, origin: staticHost } })],
        [405, fetch(url, { method: 'DELETE', headers: { apikey: key, origin: staticHost } })],
      ];
      for (const [status, sent] of wrong) {
        const response = await sent;
        expect(response.status).toBe(status);
        expect(response.headers.get('access-control-allow-origin')).toBe(staticHost);
        expect(response.headers.get('allow')).toBe(status === 405 ? 'POST, OPTIONS' : null);
        expect(await response.json()).toEqual({
          code: expect.any(String),
          // The bottom form shows it to visitors: a sentence that does not mention headers, keys or JSON.
          message: expect.stringMatching(/^(?!.*(header|key|JSON|POST|byte|application))[A-Z].*\.$/),
          hint: expect.stringMatching(/\.$/),
        });
      }
      expect(await storedSources(address('ghalib'))).toEqual([]);
    });
  }
}
