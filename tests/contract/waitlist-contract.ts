import { createClient, FunctionsHttpError } from '@supabase/supabase-js';
import { expect, test } from 'vitest';

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

interface Answer {
  data: unknown;
  error: { message: string; context?: Response } | null;
  status: number | undefined;
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

/** Registers the whole contract of both calls for one implementation. The client is the real supabase-js. */
export function waitlistContract({ name, urls, key, calls, storedSources }: BackEnd): void {
  const [url] = urls;
  const clientOf = (address: string, itsKey = key) => {
    return createClient(address, itsKey, { auth: { persistSession: false, autoRefreshToken: false } });
  };

  for (const endpoint of calls) {
    const check = (sentence: string, run: () => Promise<void>) =>
      test(`${name}, ${endpoint}: ${sentence}`, run);
    const address = (word: string) => `${word}.${endpoint}@example.org`;
    const post = (headers: Record<string, string>, body: string) =>
      fetch(url + paths[endpoint], { method: 'POST', headers: { apikey: key, ...headers }, body });
    const json = { 'content-type': 'application/json' };

    async function call(email: string, source: string, from = clientOf(url)): Promise<Answer> {
      const entry = { user_email: email, entry_source: source };
      if (endpoint === 'procedure') return await from.rpc('add_to_waitlist', entry);
      const { data, error, response } = await from.functions.invoke('enhanced-waitlist', { body: entry });
      return { data, error, status: response?.status };
    }

    check('a join succeeds and is stored with its source', async () => {
      const answer = await call(`  ${address('amina')} `, 'Twitter/X');
      expect(answer).toMatchObject({ data: { success: true }, error: null, status: 200 });
      expect(await storedSources(address('amina'))).toEqual(['Twitter/X']);
    });

    check('joining again succeeds, looks the same in every byte, and leaves one entry', async () => {
      const body = (email: string) => JSON.stringify({ user_email: email, entry_source: 'Friend' });
      const first = await post(json, body(address('bilal')));
      const again = await post(json, body(address('bilal').toUpperCase()));
      const shown = async (response: Response) => {
        const headers = [...response.headers].filter(
          ([header]) => !['date', 'x-request-id'].includes(header),
        );
        return { status: response.status, headers, body: await response.text() };
      };
      expect(await shown(again)).toEqual(await shown(first));
      expect(await storedSources(address('bilal'))).toEqual(['Friend']);
    });

    check(
      'a malformed address and an unknown source are refused with a sentence, and stored nowhere',
      async () => {
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
      },
    );

    check('many joins of one address at once, through every process, leave one entry', async () => {
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, turn) =>
          call(address('dawud'), 'Masjid', clientOf(urls[turn % urls.length] ?? url)),
        ),
      );
      for (const { data } of answers) expect(data).toEqual({ success: true });
      expect(await storedSources(address('dawud'))).toEqual(['Masjid']);
    });

    check(
      'without the key, or with another, nothing is stored and the client gets an error it can read',
      async () => {
        const wrong = await call(
          address('elyas'),
          'Friend',
          clientOf(url, 'sb_publishable_of_another_project'),
        );
        expect(wrong.data).toBeNull();
        if (endpoint === 'function') {
          expect(wrong.error).toBeInstanceOf(FunctionsHttpError);
          expect(wrong.error?.context?.status).toBe(401);
          expect(await wrong.error?.context?.json()).toMatchObject({ code: 'invalid-key' });
        } else {
          expect(wrong).toMatchObject({
            status: 401,
            error: { code: 'invalid-key', message: expect.stringContaining('Load it again') },
          });
        }
        const none = await fetch(url + paths[endpoint], { method: 'POST', headers: json, body: '{}' });
        expect(none.status).toBe(401);
        expect(await storedSources(address('elyas'))).toEqual([]);
      },
    );

    check('the key counts in apikey and as a bearer token', async () => {
      const body = JSON.stringify({ user_email: address('fatima'), entry_source: 'Other' });
      const send = (headers: Record<string, string>) =>
        fetch(url + paths[endpoint], { method: 'POST', headers: { ...json, ...headers }, body });
      expect((await send({ apikey: key })).status).toBe(200);
      expect((await send({ authorization: `Bearer ${key}` })).status).toBe(200);
      expect((await send({ apikey: key, authorization: 'Bearer the-token-of-a-session' })).status).toBe(200);
      expect((await send({ authorization: `Basic ${key}` })).status).toBe(401);
    });

    check(
      'a page of an allowed origin may make the call: the preflight allows what Chromium asks for',
      async () => {
        const preflight = await fetch(url + paths[endpoint], {
          method: 'OPTIONS',
          headers: {
            origin: staticHost,
            'access-control-request-method': 'POST',
            'access-control-request-headers': askedHeaders[endpoint],
          },
        });
        expect(preflight.status).toBe(204);
        expect(preflight.headers.get('access-control-allow-origin')).toBe(staticHost);
        expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
        expect(preflight.headers.get('access-control-max-age')).toBe('86400');
        const allowed = preflight.headers.get('access-control-allow-headers')?.split(', ');
        expect(allowed).toEqual(expect.arrayContaining(askedHeaders[endpoint].split(',')));
      },
    );

    check(
      'whatever is wrong with a request is said in JSON that a page may read, and never as a 5xx',
      async () => {
        const entry = JSON.stringify({ user_email: address('ghalib'), entry_source: 'Friend' });
        const tooLarge = JSON.stringify({ user_email: 'a'.repeat(100_000), entry_source: 'Friend' });
        const json = { 'content-type': 'application/json', origin: staticHost };
        const wrong: [number, Promise<Response>][] = [
          [400, post(json, 'user_email=a')],
          [400, post(json, '')],
          [400, post(json, 'null')],
          [400, post(json, '[]')],
          [400, post(json, '"text"')],
          [400, post(json, '{"user_email":"a@example.org"}')],
          [400, post(json, '{"user_email":["a@example.org"],"entry_source":"Friend"}')],
          [400, post(json, '{"user_email":1,"entry_source":null}')],
          [415, post({ ...json, 'content-type': 'text/plain' }, entry)],
          [413, post(json, tooLarge)],
          [405, fetch(url + paths[endpoint], { headers: { apikey: key, origin: staticHost } })],
          [
            405,
            fetch(url + paths[endpoint], { method: 'DELETE', headers: { apikey: key, origin: staticHost } }),
          ],
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
      },
    );

    check('another site’s page gets no CORS headers, and joins nobody', async () => {
      const evil = { ...json, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
      const entry = JSON.stringify({ user_email: address('imran'), entry_source: 'Friend' });
      for (const response of [
        await post(evil, entry),
        await fetch(url + paths[endpoint], { method: 'OPTIONS', headers: evil }),
      ]) {
        expect(response.status).toBe(403);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
      }
      expect(await storedSources(address('imran'))).toEqual([]);
    });

    check('a field it does not know is left alone', async () => {
      const entry = {
        user_email: address('hamza'),
        entry_source: 'YouTube',
        wording: '2',
        __proto__: { a: 1 },
      };
      expect(await (await post(json, JSON.stringify(entry))).json()).toEqual({ success: true });
      expect(await storedSources(address('hamza'))).toEqual(['YouTube']);
    });
  }
}
