import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { makeCertificate } from './certificate.ts';
import { chownToProxyAccount } from './chown-to-proxy-account.ts';
import type { Front } from './proxy-process.ts';
import { startCaddy } from './start-caddy.ts';
import { startNginx } from './start-nginx.ts';

/**
 * Starts each proxy that this machine has in front of the same servers, trusts their certificate in this process, and stops
 * them after the file's tests.
 */
export async function bothFronts(upstreams: readonly number[]): Promise<Front[]> {
  const folder = temporaryFolder();
  const certificate = makeCertificate(folder.path);
  chownToProxyAccount(folder.path);
  setDefaultCACertificates([...getCACertificates(), certificate.pem]);
  const started = await Promise.all(
    [startNginx, startCaddy].map((start, index) => {
      const own = join(folder.path, String(index));
      mkdirSync(own);
      return start({ folder: own, upstreams, certificate });
    }),
  );
  const fronts = started.filter((front) => front !== undefined);
  afterAll(async () => {
    await Promise.all(fronts.map(({ stop }) => stop()));
    folder.remove();
  });
  return fronts;
}
