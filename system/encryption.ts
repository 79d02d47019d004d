import tls from 'node:tls';

/** `checked`: TLS, and the certificate is checked. `unchecked`: TLS with any certificate. `none`: no TLS. */
export type Encryption = 'checked' | 'unchecked' | 'none';

/** What the founder says about the mail server and the PostgreSQL that this process connects to. */
export interface Trust {
  /** PRIVATE_HOSTS: hosts in a private network of the founder's. A connection to them may go without TLS. */
  privateHosts: readonly string[];
  /** CA_FILE: certificates in PEM that are trusted beside the usual ones. */
  certificates?: string | undefined;
}

/** The trust of a founder who has set neither. */
export const usualTrust: Trust = { privateHosts: [] };

/** Parses PRIVATE_HOSTS: names and IP addresses with commas between. Undefined when one of them is neither. */
export function parseHosts(text: string): string[] | undefined {
  const hosts = text.split(',').map((host) => host.trim().toLowerCase());
  const named = hosts.filter((host) => host !== '');
  return named.every((host) => /^[\w.:-]+$/.test(host)) ? named : undefined;
}

const loopback = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/i;

/**
 * Says why a connection may go without TLS.
 * @param host a name, an IP address without brackets, or the path of a Unix socket
 * @returns the end of a sentence; undefined where TLS is required
 */
export function whyPlainIsFine(host: string, { privateHosts }: Trust): string | undefined {
  if (host.startsWith('/') || loopback.test(host)) return 'it is on this machine';
  if (privateHosts.includes(host.toLowerCase())) return 'PRIVATE_HOSTS names it';
  return undefined;
}

/** The options of a TLS connection, as Node, pg and nodemailer take them. */
export function tlsOptions(
  encryption: 'checked' | 'unchecked',
  { certificates }: Trust,
): tls.ConnectionOptions {
  if (encryption === 'unchecked') return { rejectUnauthorized: false };
  if (certificates === undefined) return {};
  // Node's `ca` replaces the usual certificates. Deno's adds to them, and Deno 2.1.4 cannot list them.
  const usual = tls.getCACertificates?.('default') ?? [];
  return { ca: [...usual, certificates] };
}

/** The error codes of Node's TLS for a certificate that it refuses. */
const certificateErrors = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/;

/** Whether a connection failed because its TLS or its certificate is not to be trusted. @param code of Node's error */
export const isCertificateError = (code: string): boolean => certificateErrors.test(code);

/** What to do about such a certificate. */
export const adviceForCertificate =
  'Its certificate is not trusted here. Set CA_FILE to the file of the authority that has issued it (in a function, CA_CERTIFICATE to its content).';
