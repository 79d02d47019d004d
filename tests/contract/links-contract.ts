import { test as base, expect } from 'vitest';
import type { Database } from '../../database/database.ts';
import { type LinkPurpose, linkPages, linkPurposes, withLinksOf } from '../../mail/links.ts';
import { erasePerson } from '../../waitlist/erasing.ts';
import { createJoin } from '../../waitlist/join.ts';

/** One home of the list, as the pages of a static host see it. */
interface LinksHome {
  name: string;
  /** Of the function that answers links, without a slash at its end. */
  url: string;
  /** Where the pages are. */
  siteUrl: string;
  database: Database;
}

type Tokens = Record<LinkPurpose, string>;

const foreign = 'f'.repeat(48);

/** Registers the whole contract of the links of a static host, for one home. */
export function linksContract({ name, url, siteUrl, database }: LinksHome): void {
  const test = (sentence: string, run: () => Promise<void>) => base(`${name}: ${sentence}`, run);

  /** Puts somebody on the list, and gives `work` links of theirs. */
  async function withPerson<Result>(
    email: string,
    work: (tokens: Tokens) => Promise<Result>,
  ): Promise<Result> {
    await createJoin({ database })({ email, source: 'Friend', clientAddress: '' });
    return withLinksOf(database, email, linkPurposes, work);
  }

  const post = (
    path: string,
    fields: Record<string, string> | FormData,
    headers: Record<string, string> = {},
  ) =>
    fetch(url + path, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: fields instanceof FormData ? fields : new URLSearchParams(fields),
    });

  const pageOf = (answer: Response) => {
    expect(answer.status).toBe(303);
    return answer.headers.get('location')?.slice(siteUrl.length);
  };

  async function stateOf(email: string): Promise<object | undefined> {
    const [row] = await database.query<object>(
      'select state, confirmed_at is not null as confirmed from waitlist.entries where email = $1',
      [email],
    );
    return row;
  }

  test('a GET of a link leads to its page and changes nothing', async () => {
    const email = 'get@links.example';
    await withPerson(email, async (tokens) => {
      for (const purpose of linkPurposes) {
        const { path } = linkPages[purpose];
        for (const method of ['GET', 'HEAD']) {
          const answer = await fetch(`${url}${path}?t=${tokens[purpose]}`, { method, redirect: 'manual' });
          expect(pageOf(answer)).toBe(`${path}#t=${tokens[purpose]}`);
        }
      }
    });
    expect(await stateOf(email)).toEqual({ state: 'joined', confirmed: false });
  });

  test('each button does what it says once, and leads to the page that says so', async () => {
    const email = 'press@links.example';
    await withPerson(email, async ({ confirm, leave }) => {
      for (const _ of [1, 2]) {
        expect(pageOf(await post('/waitlist/confirm', { t: confirm }))).toBe('/waitlist/confirmed');
        expect(await stateOf(email)).toEqual({ state: 'joined', confirmed: true });
      }
      expect(pageOf(await post('/waitlist/leave', { t: leave }))).toBe('/waitlist/left');
    });
    expect(await stateOf(email)).toMatchObject({ state: 'left' });
  });

  test('a person who says “This wasn’t me” is erased at once', async () => {
    const email = 'stranger@links.example';
    await withPerson(email, async (tokens) => {
      expect(pageOf(await post('/waitlist/not-me', { t: tokens['not-me'] }))).toBe('/waitlist/not-you');
    });
    expect(await stateOf(email)).toBeUndefined();
  });

  test('a mail program’s one click leaves with a 200 and no redirect', async () => {
    const multipart = new FormData();
    multipart.append('List-Unsubscribe', 'One-Click');
    for (const [index, body] of [{ 'List-Unsubscribe': 'One-Click' }, multipart].entries()) {
      const email = `click${index}@links.example`;
      await withPerson(email, async ({ leave }) => {
        const answer = await post(`/waitlist/leave?t=${leave}`, body);
        expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
      });
      expect(await stateOf(email)).toMatchObject({ state: 'left' });
    }
    expect((await post(`/waitlist/leave?t=${foreign}`, multipart)).status).toBe(404);
  });

  test('only our own page may read what is held about an entry', async () => {
    await withPerson('place@links.example', async ({ place }) => {
      const answer = await post('/waitlist/place/read', { t: place }, { origin: siteUrl });
      expect(answer.headers.get('access-control-allow-origin')).toBe(siteUrl);
      expect(await answer.json()).toMatchObject({
        email: 'place@links.example',
        source: 'Friend',
        state: 'joined',
        status: expect.stringContaining('You joined on'),
      });
      const elsewhere = await post(
        '/waitlist/place/read',
        { t: place },
        { origin: 'https://elsewhere.example' },
      );
      expect(elsewhere.status).toBe(403);
    });
  });

  test('the link to an entry changes, downloads and erases it', async () => {
    const email = 'acts@links.example';
    await withPerson(email, async ({ place: t }) => {
      const change = (to: string) => post('/waitlist/place/change', { t, email: to });
      expect(pageOf(await change('new.acts@links.example'))).toBe('/waitlist/change-asked');
      expect(pageOf(await change(email))).toBe('/waitlist/change-same');
      expect(pageOf(await change('nowhere'))).toBe('/waitlist/change-refused');
      const file = await post('/waitlist/place/download', { t });
      expect(file.headers.get('content-disposition')).toBe('attachment; filename="my-place.json"');
      expect(JSON.stringify(await file.json())).toContain(email);
      expect(pageOf(await post('/waitlist/place/erase', { t }))).toBe('/waitlist/erased');
    });
    expect(await stateOf(email)).toBeUndefined();
  });

  test('a link that is foreign, missing or erased leads to the page for broken links', async () => {
    const gone = await withPerson('gone@links.example', async (tokens) => tokens);
    await erasePerson(database, 'gone@links.example');
    const paths = [
      ...linkPurposes.map((purpose) => linkPages[purpose].path),
      '/waitlist/place/erase',
      '/waitlist/place/download',
    ];
    for (const path of paths)
      for (const t of [foreign, '', 'x', gone.place])
        expect(pageOf(await post(path, { t }))).toBe('/waitlist/link-broken');
    expect((await post('/waitlist/place/read', { t: gone.place })).status).toBe(404);
  });

  test('a wrong request is refused, and never with a 5xx', async () => {
    const long = await post('/waitlist/leave', { t: 'a'.repeat(100_000) });
    expect(long.status).toBe(413);
    const put = await fetch(`${url}/waitlist/leave?t=${foreign}`, { method: 'PUT' });
    expect(put.status).toBe(404);
    const nowhere = await fetch(`${url}/waitlist/nowhere`);
    expect(nowhere.status).toBe(404);
  });
}
