import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/network.ts';
import { type Front, type FrontOptions, findProxy, logsIn, runProxy } from './proxy-process.ts';
import { substitute } from './substitute.ts';

/**
 * Starts Caddy with deploy/caddy/Caddyfile, its ports, names and paths replaced.
 * Returns undefined where there is no Caddy; throws in CI (noteMissing).
 */
export async function startCaddy({
  folder,
  upstreams,
  certificate,
}: FrontOptions): Promise<Front | undefined> {
  const program = findProxy('caddy');
  if (!program) return undefined;
  const [port, plainPort] = [await freePort(), await freePort()];
  const log = join(folder, 'log');
  mkdirSync(log);
  const site = substitute(readFileSync('deploy/caddy/Caddyfile', 'utf8'), [
    ['admin localhost:2019', 'admin off'],
    ['http_port 80', `http_port ${plainPort}\n\tdefault_bind 127.0.0.1`],
    ['https_port 443', `https_port ${port}`],
    ['redir @own https://bukoor.example', `redir @own https://localhost:${port}`],
    ['host bukoor.example', 'host localhost'],
    [
      'reverse_proxy 127.0.0.1:3000',
      `reverse_proxy ${upstreams.map((each) => `127.0.0.1:${each}`).join(' ')}`,
    ],
    ['/etc/ssl/bukoor/fullchain.pem', certificate.certificateFile],
    ['/etc/ssl/bukoor/privkey.pem', certificate.keyFile],
    ['/var/log/caddy', log],
  ]);
  writeFileSync(join(folder, 'Caddyfile'), site);
  const stop = await runProxy(program, ['run', '--config', join(folder, 'Caddyfile')], { folder, port });
  return { name: 'Caddy', url: `https://localhost:${port}`, port, plainPort, ...logsIn(log), stop };
}
