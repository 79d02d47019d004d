import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveToAccount } from './programs.ts';

/**
 * Makes a certificate of a private authority, valid for two days, in a folder of the account that programs run as. It is not
 * self-signed: Deno's TLS does not take an authority for a server.
 * @param names as openssl writes them, such as DNS:localhost or IP:127.0.0.1
 */
export function makeCertificate(folder: string, names: readonly string[]) {
  const authorityFile = join(folder, 'authority.pem');
  const authorityKey = join(folder, 'authority.key');
  const certificateFile = join(folder, 'fullchain.pem');
  const keyFile = join(folder, 'privkey.pem');
  makeOne(authorityKey, authorityFile, ['-subj', '/CN=Authority of the tests']);
  const issuer = ['-CA', authorityFile, '-CAkey', authorityKey];
  const isServer = ['-addext', 'basicConstraints=critical,CA:FALSE'];
  const named = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${names.join()}`];
  makeOne(keyFile, certificateFile, [...issuer, ...isServer, ...named]);
  giveToAccount(folder);
  return {
    certificateFile,
    keyFile,
    /** What a client has to trust, in PEM. */
    authority: readFileSync(authorityFile, 'utf8'),
  };
}

/** Makes a self-signed certificate with an RSA key, as Amazon SNS has one; returns both in PEM. */
export function makeRsaCertificate(folder: string) {
  const [keyFile, certificateFile] = [join(folder, 'rsa.key'), join(folder, 'rsa.pem')];
  makeOne(keyFile, certificateFile, ['-subj', '/CN=sns.amazonaws.com'], ['rsa:2048']);
  return { key: readFileSync(keyFile, 'utf8'), certificate: readFileSync(certificateFile, 'utf8') };
}

const ellipticCurve = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];

function makeOne(
  keyFile: string,
  certificateFile: string,
  options: readonly string[],
  keyType = ellipticCurve,
): void {
  const key = ['-newkey', ...keyType, '-nodes', '-keyout', keyFile];
  const args = ['req', '-x509', ...key, '-days', '2', ...options, '-out', certificateFile];
  execFileSync('openssl', args, { stdio: 'pipe' });
}
