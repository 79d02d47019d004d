import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { makeCertificate } from '../support/certificate.ts';
import { freePort, isOpen } from '../support/network.ts';
import { findFolderOf, giveToAccount, startProgram } from '../support/programs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Reverse proxies from Debian's packages. */
type Name = 'nginx' | 'Caddy';

/**
 * Starts each of these proxies that this machine has in front of the same servers, and trusts their certificate in this process.
 * @param upstreams ports of 127.0.0.1
 */
export async function startFronts(upstreams: readonly number[], names: readonly Name[] = ['nginx', 'Caddy']) {
  const folder = temporaryFolder();
  const { certificateFile, keyFile, authority } = makeCertificate(folder.path, [
    'DNS:localhost',
    'IP:127.0.0.1',
  ]);
  setDefaultCACertificates([...getCACertificates(), authority]);
  const started = names.map((name) =>
    startFront(name, join(folder.path, name), upstreams, [
      ['/etc/ssl/bukoor/fullchain.pem', certificateFile],
      ['/etc/ssl/bukoor/privkey.pem', keyFile],
    ]),
  );
  const fronts = (await Promise.all(started)).filter((front) => front !== undefined);
  return {
    fronts,
    /** What a client has to trust, in PEM. */
    certificate: authority,
    async stop() {
      await Promise.all(fronts.map((front) => front.stop()));
      folder.remove();
    },
  };
}

/** Of ports, names and paths, so that a proxy does not collide with the machine's own. */
type Replacements = [found: string | RegExp, instead: string][];

/** Debian's nginx.conf, as far as it could change the site's answers, with temporary files in the folder. */
const nginxSurroundings = (folder: string) => `daemon off;
pid ${folder}/nginx.pid;
events {
  worker_connections 768;
}
http {
  access_log ${folder}/log/others.access.log;
  gzip on;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include ${folder}/site.conf;
}
`;

const proxies = {
  nginx: {
    configuration: 'deploy/nginx/bukoor.conf',
    args: (folder: string) => ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'log/start.log')],
    replacements: (port: number, plainPort: number, upstreams: readonly number[]): Replacements => [
      [/ {2}listen \[::\].*\n/g, ''],
      ['listen 80', `listen 127.0.0.1:${plainPort}`],
      ['listen 443', `listen 127.0.0.1:${port}`],
      ['server_name bukoor.example', 'server_name localhost'],
      ['  server 127.0.0.1:3000;', upstreams.map((each) => `  server 127.0.0.1:${each};`).join('\n')],
    ],
  },
  Caddy: {
    configuration: 'deploy/caddy/Caddyfile',
    args: (folder: string) => ['run', '--adapter', 'caddyfile', '--config', join(folder, 'site.conf')],
    replacements: (port: number, plainPort: number, upstreams: readonly number[]): Replacements => [
      ['admin localhost:2019', 'admin off'],
      ['http_port 80', `http_port ${plainPort}\n\tdefault_bind 127.0.0.1`],
      ['https_port 443', `https_port ${port}`],
      ['host bukoor.example', 'host localhost'],
      ['127.0.0.1:3000', upstreams.map((each) => `127.0.0.1:${each}`).join(' ')],
    ],
  },
};

/**
 * Starts a proxy, with its committed configuration and no access beyond its folder, and waits until it listens.
 * @throws Error when the configuration lacks what is to be replaced, or with the program's stderr when it exits
 */
async function startFront(
  name: Name,
  folder: string,
  upstreams: readonly number[],
  certificatePaths: Replacements,
) {
  const programs = findFolderOf(name.toLowerCase());
  if (!programs) return undefined;
  const log = join(folder, 'log');
  mkdirSync(log, { recursive: true });
  const [port, plainPort] = [await freePort(), await freePort()];
  const { configuration, args, replacements } = proxies[name];
  let site = readFileSync(configuration, 'utf8');
  for (const [found, instead] of [
    ...replacements(port, plainPort, upstreams),
    ...certificatePaths,
    ['https://bukoor.example', `https://localhost:${port}`],
    [`/var/log/${name.toLowerCase()}`, log],
  ] as Replacements) {
    const replaced = site.replaceAll(found, instead);
    if (replaced === site) throw new Error(`${configuration} does not hold ${found} any more.`);
    site = replaced;
  }
  writeFileSync(join(folder, 'site.conf'), site);
  if (name === 'nginx') writeFileSync(join(folder, 'nginx.conf'), nginxSurroundings(folder));
  giveToAccount(folder);
  const program = startProgram(join(programs, name.toLowerCase()), args(folder), folder, {
    env: { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    // Not SIGKILL: nginx's worker would outlive its master.
    lastSignals: ['SIGTERM'],
  });
  while (!(await isOpen(port))) {
    if (program.hasEnded()) throw new Error(`${name} did not start. It said:\n${program.output()}`);
    await wait(20);
  }
  const read = (file: string) => (existsSync(join(log, file)) ? readFileSync(join(log, file), 'utf8') : '');
  const lines = () => read('bukoor.access.log').split('\n').filter(Boolean);
  return {
    name,
    url: `https://localhost:${port}`,
    port,
    plainPort,
    /** The requests that it has logged so far. */
    accessLog: (): Record<string, unknown>[] => lines().map((line) => JSON.parse(line)),
    allLogs: () => readdirSync(log).map(read).join(''),
    stop: () => program.stop(),
  };
}
