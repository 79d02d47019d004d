import type { ConnectionOptions } from 'node:tls';
import { type Encryption, type Trust, tlsOptions, usualTrust, whyPlainIsFine } from '../system/encryption.ts';
import { readTextFile } from '../system/text-file.ts';

/** How to connect to a PostgreSQL. */
interface PostgresAddress {
  host: string;
  encryption: Encryption;
  /** For pg. The URL no longer speaks of encryption, or pg would follow it instead of `ssl`. */
  connection: { connectionString: string; ssl: ConnectionOptions | false };
}

/** What each sslmode of a URL asks for, as pg reads it. */
const encryptionOfMode: Record<string, Encryption> = {
  disable: 'none',
  'no-verify': 'unchecked',
  allow: 'checked',
  prefer: 'checked',
  require: 'checked',
  'verify-ca': 'checked',
  'verify-full': 'checked',
};

/** PostgreSQL's own programs check no certificate with these, and neither do we with uselibpqcompat=true. */
const uncheckedByLibpq = ['allow', 'prefer', 'require'];

/** `ssl` is an older way to write sslmode. */
const modeOfSsl: Record<string, string> = {
  '1': 'require',
  true: 'require',
  '0': 'disable',
  false: 'disable',
};

/**
 * Decides how the connection to a PostgreSQL is encrypted. If the URL does not say it, the connection uses TLS with a checked
 * certificate, or no TLS where none is required.
 * @param databaseUrl a valid URL
 * @param setting the name of the setting that holds it, for the error
 * @throws Error with a sentence about that setting, when it asks for too little or for something unknown, or when it names a file
 * that cannot be read
 */
export function readPostgresAddress(
  databaseUrl: string,
  trust: Trust = usualTrust,
  setting = 'DATABASE_URL',
): PostgresAddress {
  const url = new URL(databaseUrl);
  const parameters = url.searchParams;
  const host = hostOf(url);
  const plainIsFine = whyPlainIsFine(host, trust) !== undefined;
  const encryption = askedEncryption(parameters, setting) ?? (plainIsFine ? 'none' : 'checked');
  if (encryption === 'none' && !plainIsFine)
    throw new Error(
      `${setting} asks for a connection without TLS to ${host}, and anybody on the way could read the list. ` +
        `Take sslmode=disable out of it. ${unlessPrivate(host)}`,
    );
  const ssl =
    encryption === 'none' ? false : { ...tlsOptions(encryption, trust), ...namedCertificates(parameters) };
  for (const name of [...parameters.keys()])
    if (name.startsWith('ssl') || name === 'uselibpqcompat') parameters.delete(name);
  // Otherwise pg could use a host that we did not check: that of PGHOST, or the last of several.
  if (url.hostname === '' || parameters.has('host')) parameters.set('host', host);
  return { host, encryption, connection: { connectionString: url.href, ssl } };
}

/** What to do about a PostgreSQL that offers no TLS. */
export const adviceForPlain = (host: string): string =>
  `Without TLS anybody on the way could read the list. Switch it on in that PostgreSQL (ssl = on). ${unlessPrivate(host)}`;

const unlessPrivate = (host: string) =>
  `If ${host} is in a private network of yours, set PRIVATE_HOSTS=${host} instead.`;

/** The host that pg connects to: a name, an IP address without brackets, or the folder of a Unix socket. */
function hostOf({ hostname, searchParams }: URL): string {
  const inUrl = decodeURIComponent(hostname.replace(/^\[(.*)\]$/, '$1'));
  return searchParams.get('host') || inUrl || 'localhost';
}

/** The encryption that a URL asks for; undefined if it says nothing about it. @throws Error for an unknown sslmode */
function askedEncryption(parameters: URLSearchParams, setting: string): Encryption | undefined {
  const ssl = parameters.get('ssl');
  const modeBySsl = ssl === null ? null : (modeOfSsl[ssl] ?? ssl);
  const mode = parameters.get('sslmode') ?? modeBySsl;
  const hasCertificate = parameters.has('sslrootcert');
  if (mode === null) return hasCertificate ? 'checked' : undefined;
  const encryption = encryptionOfMode[mode];
  if (encryption === undefined)
    throw new Error(
      `${setting} has an unknown sslmode, ${mode}. There are: ${Object.keys(encryptionOfMode).join(', ')}.`,
    );
  const isLibpq = parameters.get('uselibpqcompat') === 'true';
  if (isLibpq && uncheckedByLibpq.includes(mode) && !hasCertificate) return 'unchecked';
  return encryption;
}

/** The certificates that a URL names by their files, as PostgreSQL's own programs take them. @throws UnreadableFile */
function namedCertificates(parameters: URLSearchParams): ConnectionOptions {
  const options: ConnectionOptions = {};
  const { sslrootcert, sslcert, sslkey } = Object.fromEntries(parameters);
  // `system` stands for the usual authorities.
  if (sslrootcert && sslrootcert !== 'system') options.ca = readTextFile(sslrootcert);
  if (sslcert) options.cert = readTextFile(sslcert);
  if (sslkey) options.key = readTextFile(sslkey);
  return options;
}
