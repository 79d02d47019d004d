import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificate {
  /** Files in PEM. */
  certificateFile: string;
  keyFile: string;
  /** What a client has to trust: the certificate is self-signed. */
  pem: string;
}

/** Makes a certificate for localhost in a folder, valid for two days. */
export function makeCertificate(folder: string): Certificate {
  const certificateFile = join(folder, 'fullchain.pem');
  const keyFile = join(folder, 'privkey.pem');
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyFile];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-out', certificateFile, '-days', '2', ...names], {
    stdio: 'pipe',
  });
  return { certificateFile, keyFile, pem: readFileSync(certificateFile, 'utf8') };
}
