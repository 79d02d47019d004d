import { Client } from 'pg';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { startPostgres } from '../tests/support/postgres.ts';
import { openDatabase, openDatabaseForTools } from './open-database.ts';
import { readPostgresAddress } from './postgres-address.ts';

/** A host that leads to this machine, and that nothing but its network says so of. */
const elsewhere = '0.0.0.0';
const host = 'db.example.org';

test.for([
  ['postgresql://u:p@127.0.0.1/l', 'none'],
  ['postgresql://u:p@localhost/l', 'none'],
  ['postgresql://u:p@[::1]:5433/l', 'none'],
  ['postgresql:///l', 'none'],
  ['postgresql:///l?host=/run/postgresql', 'none'],
  ['postgresql://u@%2Frun%2Fpostgresql/l', 'none'],
  ['postgresql://u:p@10.0.0.5/l', 'none'],
  ['postgresql://u:p@10.0.0.5/l?sslmode=disable', 'none'],
  ['postgresql://u:p@Database/l', 'none'],
  ['postgresql://u:p@localhost/l?sslmode=require', 'checked'],
  [`postgresql://u:p@${host}/l`, 'checked'],
  [`postgresql://u:p@localhost/l?host=${host}`, 'checked'],
  ['postgresql://u:p@127.0.0.1.example.org/l', 'checked'],
  ['postgresql://u:p@10.0.0.50/l', 'checked'],
  [`postgresql://u:p@${host}/l?sslmode=verify-full`, 'checked'],
  [`postgresql://u:p@${host}/l?sslmode=require`, 'checked'],
  [`postgresql://u:p@${host}/l?ssl=true`, 'checked'],
  [`postgresql://u:p@${host}/l?sslmode=verify-full&uselibpqcompat=true`, 'checked'],
  [`postgresql://u:p@${host}/l?sslmode=require&uselibpqcompat=true`, 'unchecked'],
  [`postgresql://u:p@${host}/l?sslmode=no-verify`, 'unchecked'],
] as const)('%s is reached with the encryption “%s”', ([url, encryption]) => {
  const address = readPostgresAddress(url, { privateHosts: ['10.0.0.5', 'database'] });
  expect(address.encryption).toBe(encryption);
  expect(address.connection.connectionString).not.toMatch(/ssl|libpq/);
});

test('pg connects to the host about which was decided, whatever else names one', () => {
  vi.stubEnv('PGHOST', host);
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const url of ['postgresql:///l', `postgresql://localhost/l?host=localhost&host=${host}`]) {
    const { encryption, connection } = readPostgresAddress(url);
    expect({ encryption, host: new Client(connection).host }).toEqual({
      encryption: 'none',
      host: 'localhost',
    });
  }
});

test.for([
  [
    'sslmode=disable',
    /without TLS to db\.example\.org.*Take sslmode=disable out.*PRIVATE_HOSTS=db\.example\.org/,
  ],
  ['ssl=0', /without TLS to db\.example\.org/],
  ['sslmode=sometimes', /unknown sslmode, sometimes\. There are: disable/],
  ['sslrootcert=absent.crt', /There is no file absent\.crt/],
] as const)('a URL with %s is refused with a sentence that holds no password', ([asked, reason]) => {
  const read = () => readPostgresAddress(`postgresql://u:secret@${host}/l?${asked}`);
  expect(read).toThrow(reason);
  expect(read).toThrow(/^(?!.*secret)/s);
});

const withTls = await startPostgres(['DNS:localhost', `IP:${elsewhere}`]);
const withoutTls = await startPostgres();
afterAll(async () => {
  await withTls?.stop();
  await withoutTls?.stop();
});

const at = (url: string | undefined, name: string) => url?.replace('127.0.0.1', name) ?? '';

/** Opens a list as a server does and as a command does, with the same options. */
async function openTwice(databaseUrl: string, trust = {}) {
  const options = { databaseUrl, dataDir: '', trust: { privateHosts: [], ...trust } };
  const encrypted = [];
  for (const open of [openDatabase, openDatabaseForTools]) {
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
  'server and command use TLS by the same URL, and trust a private certificate by CA_FILE',
  async () => {
    const url = at(withTls?.url, elsewhere);
    const trust = { certificates: withTls?.authority };
    expect(await openTwice(url, trust)).toEqual([true, true]);
    expect(await openTwice(`${url}?sslmode=require`, trust)).toEqual([true, true]);
    expect(await openTwice(`${url}?sslmode=no-verify`)).toEqual([true, true]);
    expect(await openTwice(`${url}?sslmode=require&uselibpqcompat=true`)).toEqual([true, true]);
  },
);

test.runIf(withTls)('a certificate that nobody vouches for, or of another name, is refused', async () => {
  await expect(openTwice(at(withTls?.url, elsewhere))).rejects.toThrow(/not trusted here\. Set CA_FILE/);
  const otherName = `${withTls?.url}?sslmode=verify-full`;
  await expect(openTwice(otherName, { certificates: withTls?.authority })).rejects.toThrow(/altnames/);
});

test.runIf(withoutTls)(
  'a PostgreSQL without TLS is refused, unless it is local or in a private network',
  async () => {
    const url = at(withoutTls?.url, elsewhere);
    for (const open of [openDatabase, openDatabaseForTools])
      await expect(open({ databaseUrl: url, dataDir: '' })).rejects.toThrow(
        /ssl = on.*PRIVATE_HOSTS=0\.0\.0\.0/,
      );
    expect(await openTwice(withoutTls?.url ?? '')).toEqual([false, false]);
    expect(await openTwice(url, { privateHosts: [elsewhere] })).toEqual([false, false]);
  },
);
