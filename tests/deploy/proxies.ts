import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { freePort, isOpen } from '../support/network.ts';
import { findFolderOf, giveToAccount, startProgram } from '../support/programs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Reverse proxies from Debian's packages. */
type Name = 'nginx' | 'Caddy';

/** Makes a certificate for localhost in a folder, valid for two days, readable by the programs' account. */
export function makeCertificate(folder: string) {
  const certificateFile = join(folder, 'fullchain.pem');
  const keyFile = join(folder, 'privkey.pem');
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyFile];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-out', certificateFile, '-days', '2', ...names], {
    stdio: 'pipe',
  });
  giveToAccount(folder);
  return { certificateFile, keyFile };
}

/**
 * Starts each of these proxies that this machine has in front of the same servers, and trusts their certificate in this process.
 * @param upstreams ports of 127.0.0.1
 */
export async function startFronts(upstreams: readonly number[], names: readonly Name[] = ['nginx', 'Caddy']) {
  const folder = temporaryFolder();
  const { certificateFile, keyFile } = makeCertificate(folder.path);
  const certificate = readFileSync(certificateFile, 'utf8');
  setDefaultCACertificates([...getCACertificates(), certificate]);
  const started = names.map(async (name) => {
    const own = join(folder.path, name);
    mkdirSync(join(own, 'log'), { recursive: true });
    const ports = { port: await freePort(), plainPort: await freePort() };
    const proxy = proxies[name](own, upstreams, ports);
    proxy.replacements.push(['/etc/ssl/bukoor/fullchain.pem', certificateFile]);
    proxy.replacements.push(['/etc/ssl/bukoor/privkey.pem', keyFile]);
    return startFront(name, own, ports, proxy);
  });
  const fronts = (await Promise.all(started)).filter((front) => front !== undefined);
  return {
    fronts,
    /** What a client has to trust, in PEM: it is self-signed. */
    certificate,
    async stop() {
      await Promise.all(fronts.map((front) => front.stop()));
      folder.remove();
    },
  };
}

interface Proxy {
  configuration: string;
  args: readonly string[];
  /** Of ports, names and paths, so that it does not collide with the machine's own. */
  replacements: [found: string, instead: string][];
}

/** For https, and for plain HTTP. */
type Ports = { port: number; plainPort: number };

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

const proxies = {
  nginx(folder: string, upstreams: readonly number[], { port, plainPort }: Ports): Proxy {
    writeFileSync(join(folder, 'nginx.conf'), nginxSurroundings(folder));
    return {
      configuration: 'deploy/nginx/bukoor.conf',
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
    };
  },
  Caddy: (folder: string, upstreams: readonly number[], { port, plainPort }: Ports): Proxy => ({
    configuration: 'deploy/caddy/Caddyfile',
    args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'site.conf')],
    replacements: [
      ['admin localhost:2019', 'admin off'],
      ['http_port 80', `http_port ${plainPort}\n\tdefault_bind 127.0.0.1`],
      ['https_port 443', `https_port ${port}`],
      ['redir @own https://bukoor.example', `redir @own https://localhost:${port}`],
      ['host bukoor.example', 'host localhost'],
      ['127.0.0.1:3000', upstreams.map((each) => `127.0.0.1:${each}`).join(' ')],
      ['/var/log/caddy', join(folder, 'log')],
    ],
  }),
};

/**
 * Starts a proxy, with its committed configuration and no access beyond its folder, and waits until it listens.
 * @throws Error when the configuration lacks what is to be replaced, or with the program's stderr when it exits
 */
async function startFront(name: Name, folder: string, { port, plainPort }: Ports, proxy: Proxy) {
  const { configuration, args, replacements } = proxy;
  const programs = findFolderOf(name.toLowerCase());
  if (!programs) return undefined;
  let site = readFileSync(configuration, 'utf8');
  for (const [found, instead] of replacements) {
    if (!site.includes(found)) throw new Error(`${configuration} does not hold ${found} any more.`);
    site = site.replaceAll(found, instead);
  }
  writeFileSync(join(folder, 'site.conf'), site);
  giveToAccount(folder);
  const program = startProgram(join(programs, name.toLowerCase()), args, folder, {
    env: { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    // Not SIGKILL: nginx's worker would outlive its master.
    lastSignals: ['SIGTERM'],
  });
  while (!(await isOpen(port))) {
    if (program.hasEnded()) throw new Error(`${name} did not start. It said:\n${program.output()}`);
    await wait(20);
  }
  const log = join(folder, 'log');
  const read = (file: string) => (existsSync(join(log, file)) ? readFileSync(join(log, file), 'utf8') : '');
  const lines = () => read('bukoor.access.log').split('\n').filter(Boolean);
  return {
    ...{ name, url: `https://localhost:${port}`, port, plainPort },
    /** The requests that it has logged so far. */
    accessLog: (): Record<string, unknown>[] => lines().map((line) => JSON.parse(line)),
    allLogs: () => readdirSync(log).map(read).join(''),
    stop: () => program.stop(),
  };
}
