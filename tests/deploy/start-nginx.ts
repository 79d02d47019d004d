import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/network.ts';
import { type Front, type FrontOptions, findProxy, logsIn, runProxy } from './proxy-process.ts';
import { substitute } from './substitute.ts';

/** Debian's nginx.conf, as far as it could change the site's answers, with temporary files in the folder. */
const surroundings = (folder: string) => `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/log/nginx.error.log;
events {
  worker_connections 768;
}
http {
  sendfile on;
  tcp_nopush on;
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;
  ssl_prefer_server_ciphers on;
  access_log ${folder}/log/others.access.log;
  gzip on;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include ${folder}/bukoor.conf;
}
`;

/**
 * Starts nginx with deploy/nginx/bukoor.conf, its ports, names and paths replaced.
 * Returns undefined where there is no nginx; throws in CI (noteMissing).
 */
export async function startNginx({
  folder,
  upstreams,
  certificate,
}: FrontOptions): Promise<Front | undefined> {
  const program = findProxy('nginx');
  if (!program) return undefined;
  const [port, plainPort] = [await freePort(), await freePort()];
  const log = join(folder, 'log');
  mkdirSync(log);
  writeFileSync(join(folder, 'nginx.conf'), surroundings(folder));
  const site = substitute(readFileSync('deploy/nginx/bukoor.conf', 'utf8'), [
    ['  listen [::]:80 default_server;\n', ''],
    ['  listen [::]:80;\n', ''],
    ['  listen [::]:443 ssl http2 default_server;\n', ''],
    ['  listen [::]:443 ssl http2;\n', ''],
    ['listen 80', `listen 127.0.0.1:${plainPort}`],
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['https://bukoor.example', `https://localhost:${port}`],
    ['server_name bukoor.example', 'server_name localhost'],
    ['  server 127.0.0.1:3000;', upstreams.map((each) => `  server 127.0.0.1:${each};`).join('\n')],
    ['/etc/ssl/bukoor/fullchain.pem', certificate.certificateFile],
    ['/etc/ssl/bukoor/privkey.pem', certificate.keyFile],
    ['/var/log/nginx', log],
  ]);
  writeFileSync(join(folder, 'bukoor.conf'), site);
  const stop = await runProxy(program, ['-c', join(folder, 'nginx.conf'), '-e', join(log, 'start.log')], {
    folder,
    port,
  });
  return { name: 'nginx', url: `https://localhost:${port}`, port, plainPort, ...logsIn(log), stop };
}
