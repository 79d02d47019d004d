import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { freePort } from '../support/network.ts';
import { unprivilegedAccount } from '../support/postgres.ts';
import { noteMissing } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A reverse proxy from Debian's packages, with its committed configuration, in front of servers that a test started. */
export interface Front {
  name: 'nginx' | 'Caddy';
  /** https://localhost:<port>. */
  url: string;
  port: number;
  /** For plain HTTP. */
  plainPort: number;
  /** The requests that it has logged so far. */
  accessLog(): Record<string, unknown>[];
  /** The text of all its log files. */
  allLogs(): string;
  stop(): Promise<void>;
}

interface Certificate {
  /** Files in PEM. */
  certificateFile: string;
  keyFile: string;
  /** What a client has to trust: the certificate is self-signed. */
  pem: string;
}

/** The servers behind a proxy, and where its files go. */
export interface FrontOptions {
  /** An empty folder of the proxy's own. */
  folder: string;
  /** Ports of 127.0.0.1. */
  upstreams: readonly number[];
  certificate: Certificate;
}

/** Makes a certificate for localhost in a folder, valid for two days, readable by the proxies' account. */
export function makeCertificate(folder: string): Certificate {
  const certificateFile = join(folder, 'fullchain.pem');
  const keyFile = join(folder, 'privkey.pem');
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyFile];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-out', certificateFile, '-days', '2', ...names], {
    stdio: 'pipe',
  });
  chownToProxyAccount(folder);
  return { certificateFile, keyFile, pem: readFileSync(certificateFile, 'utf8') };
}

/** Changes the owner of a folder and all in it to the account that proxies run as, when this process is root's. */
function chownToProxyAccount(path: string): void {
  const account = unprivilegedAccount;
  if (!account) return;
  chownSync(path, account.uid, account.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) chownToProxyAccount(join(path, name));
}

/**
 * Starts each proxy that this machine has in front of the same servers, and trusts their certificate in this process. Returns
 * them, and a function that stops them.
 */
export async function bothFronts(
  upstreams: readonly number[],
): Promise<{ fronts: Front[]; stop(): Promise<void> }> {
  const folder = temporaryFolder();
  const certificate = makeCertificate(folder.path);
  setDefaultCACertificates([...getCACertificates(), certificate.pem]);
  const started = await Promise.all(
    [startNginx, startCaddy].map((start, index) => {
      const own = join(folder.path, String(index));
      mkdirSync(own);
      return start({ folder: own, upstreams, certificate });
    }),
  );
  const fronts = started.filter((front) => front !== undefined);
  return {
    fronts,
    async stop() {
      await Promise.all(fronts.map((front) => front.stop()));
      folder.remove();
    },
  };
}

/** Debian's nginx.conf, as far as it could change the site's answers, with temporary files in the folder. */
const nginxSurroundings = (folder: string) => `daemon off;
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
  include ${folder}/site.conf;
}
`;

/** Starts nginx with deploy/nginx/bukoor.conf. Returns undefined where there is no nginx; throws in CI (noteMissing). */
export async function startNginx(options: FrontOptions): Promise<Front | undefined> {
  const { folder, upstreams } = options;
  const [port, plainPort] = [await freePort(), await freePort()];
  writeFileSync(join(folder, 'nginx.conf'), nginxSurroundings(folder));
  return startFront(options, {
    ...{ name: 'nginx', port, plainPort, configuration: 'deploy/nginx/bukoor.conf' },
    args: ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'log/start.log')],
    replacements: [
      ['  listen [::]:80 default_server;\n', ''],
      ['  listen [::]:80;\n', ''],
      ['  listen [::]:443 ssl http2 default_server;\n', ''],
      ['  listen [::]:443 ssl http2;\n', ''],
      ['listen 80', `listen 127.0.0.1:${plainPort}`],
      ['listen 443', `listen 127.0.0.1:${port}`],
      ['https://bukoor.example', `https://localhost:${port}`],
      ['server_name bukoor.example', 'server_name localhost'],
      ['  server 127.0.0.1:3000;', upstreams.map((each) => `  server 127.0.0.1:${each};`).join('\n')],
      ['/var/log/nginx', join(folder, 'log')],
    ],
  });
}

/** Starts Caddy with deploy/caddy/Caddyfile. Returns undefined where there is no Caddy; throws in CI (noteMissing). */
export async function startCaddy(options: FrontOptions): Promise<Front | undefined> {
  const { folder, upstreams } = options;
  const [port, plainPort] = [await freePort(), await freePort()];
  const servers = upstreams.map((each) => `127.0.0.1:${each}`).join(' ');
  return startFront(options, {
    ...{ name: 'Caddy', port, plainPort, configuration: 'deploy/caddy/Caddyfile' },
    args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'site.conf')],
    replacements: [
      ['admin localhost:2019', 'admin off'],
      ['http_port 80', `http_port ${plainPort}\n\tdefault_bind 127.0.0.1`],
      ['https_port 443', `https_port ${port}`],
      ['redir @own https://bukoor.example', `redir @own https://localhost:${port}`],
      ['host bukoor.example', 'host localhost'],
      ['reverse_proxy 127.0.0.1:3000', `reverse_proxy ${servers}`],
      ['/var/log/caddy', join(folder, 'log')],
    ],
  });
}

interface Proxy extends Pick<Front, 'name' | 'port' | 'plainPort'> {
  configuration: string;
  args: readonly string[];
  /** Of ports, names and paths, so that it does not collide with the machine's own. */
  replacements: readonly (readonly [found: string, instead: string])[];
}

/**
 * Starts a proxy's program with no access beyond its folder, and waits until it listens.
 * @throws Error when the configuration lacks what is to be replaced, or with the program's stderr when it exits
 */
async function startFront(
  { folder, certificate }: FrontOptions,
  { name, port, plainPort, configuration, args, replacements }: Proxy,
): Promise<Front | undefined> {
  const program = ['/usr/sbin', '/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
    .map((place) => join(place, name.toLowerCase()))
    .find(existsSync);
  if (!program) {
    noteMissing(`Skipped behind ${name}: it is not here. On Debian: apt-get install ${name.toLowerCase()}.`);
    return undefined;
  }
  let site = readFileSync(configuration, 'utf8');
  for (const [found, instead] of [
    ...replacements,
    ['/etc/ssl/bukoor/fullchain.pem', certificate.certificateFile] as const,
    ['/etc/ssl/bukoor/privkey.pem', certificate.keyFile] as const,
  ]) {
    if (!site.includes(found)) throw new Error(`${configuration} does not hold ${found} any more.`);
    site = site.replaceAll(found, instead);
  }
  writeFileSync(join(folder, 'site.conf'), site);
  const log = join(folder, 'log');
  mkdirSync(log);
  chownToProxyAccount(folder);
  const child = spawn(program, args, {
    ...unprivilegedAccount,
    cwd: folder,
    env: { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (part) => {
    said += part;
  });
  const ended = once(child, 'close');
  // Not SIGKILL: nginx's worker would outlive its master.
  const killAtExit = () => child.kill('SIGTERM');
  process.once('exit', killAtExit);
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${program} did not start. It said:\n${said}`);
    await wait(20);
  }
  const read = (file: string) => (existsSync(join(log, file)) ? readFileSync(join(log, file), 'utf8') : '');
  const lines = () => read('bukoor.access.log').split('\n').filter(Boolean);
  return {
    ...{ name, url: `https://localhost:${port}`, port, plainPort },
    accessLog: () => lines().map((line) => JSON.parse(line)),
    allLogs: () => readdirSync(log).map(read).join(''),
    async stop() {
      process.off('exit', killAtExit);
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const probe = connect(port, '127.0.0.1');
  const isOpen = await once(probe, 'connect').then(
    () => true,
    () => false,
  );
  probe.destroy();
  return isOpen;
}
