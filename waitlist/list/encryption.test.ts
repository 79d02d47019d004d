import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../../tests/support/postgres.ts';
import { openForCommand, openForServer } from './open-list.ts';

/** 0.0.0.0 is this machine, but its name does not show it. */
const elsewhere = '0.0.0.0';

const withTls = await startPostgres(['DNS:localhost', `IP:${elsewhere}`]);
const withoutTls = await startPostgres();
afterAll(async () => {
  await withTls?.stop();
  await withoutTls?.stop();
});

const urlAt = (url: string | undefined, host: string) => url?.replace('127.0.0.1', host) ?? '';

/** Opens a list as a server does and as a command does, with the same options. Returns for each whether it used TLS. */
async function openTwice(databaseUrl: string, trust = {}) {
  const options = { databaseUrl, trust: { privateHosts: [], ...trust } };
  const encrypted = [];
  for (const open of [openForServer, openForCommand]) {
    const database = await open(options);
    const [row] = await database.query<{ ssl: boolean }>(
      'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
    );
    encrypted.push(row?.ssl);
    await database.close();
  }
  return encrypted;
}

test.runIf(withTls)(
  'server and command use TLS for the same URL, and trust the certificate in CA_FILE',
  async () => {
    const url = urlAt(withTls?.url, elsewhere);
    const trust = { certificates: withTls?.authority };
    expect(await openTwice(url, trust)).toEqual([true, true]);
    expect(await openTwice(`${url}?sslmode=require`, trust)).toEqual([true, true]);
    expect(await openTwice(`${url}?sslmode=no-verify`)).toEqual([true, true]);
    expect(await openTwice(`${url}?sslmode=require&uselibpqcompat=true`)).toEqual([true, true]);
  },
);

test.runIf(withTls)('a certificate of an unknown authority, or of another name, is refused', async () => {
  await expect(openTwice(urlAt(withTls?.url, elsewhere))).rejects.toThrow(/not trusted here\. Set CA_FILE/);
  const otherName = `${withTls?.url}?sslmode=verify-full`;
  await expect(openTwice(otherName, { certificates: withTls?.authority })).rejects.toThrow(/altnames/);
});

test.runIf(withoutTls)(
  'a PostgreSQL without TLS is refused, unless it is local or in a private network',
  async () => {
    const url = urlAt(withoutTls?.url, elsewhere);
    for (const open of [openForServer, openForCommand])
      await expect(open({ databaseUrl: url })).rejects.toThrow(/ssl = on.*PRIVATE_HOSTS=0\.0\.0\.0/);
    expect(await openTwice(withoutTls?.url ?? '')).toEqual([false, false]);
    expect(await openTwice(url, { privateHosts: [elsewhere] })).toEqual([false, false]);
  },
);
