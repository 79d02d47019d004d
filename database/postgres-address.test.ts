import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { readPostgresAddress } from './postgres-address.ts';

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

test('sslrootcert takes the place of all other authorities, as in PostgreSQL’s own programs', () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const file = join(path, 'authority.crt');
  writeFileSync(file, 'the authority');
  const { connection } = readPostgresAddress(
    `postgresql://u:p@${host}/l?sslrootcert=${encodeURIComponent(file)}`,
    { privateHosts: [], certificates: 'those of CA_FILE' },
  );
  expect(connection.ssl).toMatchObject({ ca: 'the authority' });
});

test('pg connects to the host that was checked, whatever else names a host', () => {
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
] as const)('a URL with %s is refused in a sentence without its password', ([asked, reason]) => {
  const read = () => readPostgresAddress(`postgresql://u:secret@${host}/l?${asked}`);
  expect(read).toThrow(reason);
  expect(read).toThrow(/^(?!.*secret)/s);
});
