import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { makeCertificate } from '../support/certificate.ts';
import { freePort, isOpen } from '../support/network.ts';
import { findFolderOf, giveToAccount, startProgram } from '../support/programs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/**
 * Starts nginx with the committed configuration in front of these servers, and trusts its certificate in this process.
 * Returns undefined where this machine has no nginx.
 * @param upstreams ports of 127.0.0.1
 */
export async function startFront(upstreams: readonly number[]) {
  const programs = findFolderOf('nginx');
  if (!programs) return undefined;
  const temporary = temporaryFolder();
  const { certificateFile, keyFile, authority } = makeCertificate(temporary.path, [
    'DNS:localhost',
    'IP:127.0.0.1',
  ]);
  setDefaultCACertificates([...getCACertificates(), authority]);
  const nginx = await startNginx(join(programs, 'nginx'), join(temporary.path, 'nginx'), upstreams, [
    ['/etc/ssl/bukoor/fullchain.pem', certificateFile],
    ['/etc/ssl/bukoor/privkey.pem', keyFile],
  ]);
  return {
    ...nginx,
    /** The certificate that a client has to trust, in PEM. */
    certificate: authority,
    async stop() {
      await nginx.stop();
      temporary.remove();
    },
  };
}

/** Other ports, names and paths, so that this nginx does not collide with the machine's own. */
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

const configuration = 'deploy/nginx/bukoor.conf';

/**
 * Starts nginx, with its committed configuration and no access beyond its folder, and waits until it listens.
 * @throws Error when the configuration lacks what is to be replaced, or with the program's stderr when it exits
 */
async function startNginx(
  program: string,
  folder: string,
  upstreams: readonly number[],
  certificatePaths: Replacements,
) {
  const log = join(folder, 'log');
  mkdirSync(log, { recursive: true });
  const port = await freePort();
  const plainPort = await freePort();
  const replacements: Replacements = [
    [/ {2}listen \[::\].*\n/g, ''],
    ['listen 80', `listen 127.0.0.1:${plainPort}`],
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['server_name bukoor.example', 'server_name localhost'],
    ['  server 127.0.0.1:3000;', upstreams.map((each) => `  server 127.0.0.1:${each};`).join('\n')],
    ...certificatePaths,
    ['https://bukoor.example', `https://localhost:${port}`],
    ['/var/log/nginx', log],
  ];
  let site = readFileSync(configuration, 'utf8');
  for (const [found, instead] of replacements) {
    const replaced = site.replaceAll(found, instead);
    if (replaced === site) throw new Error(`${configuration} does not hold ${found} any more.`);
    site = replaced;
  }
  writeFileSync(join(folder, 'site.conf'), site);
  writeFileSync(join(folder, 'nginx.conf'), nginxSurroundings(folder));
  giveToAccount(folder);
  const args = ['-c', join(folder, 'nginx.conf'), '-e', join(log, 'start.log')];
  const running = startProgram(program, args, folder, {
    env: { HOME: folder },
    // Not SIGKILL: nginx's worker would outlive its master.
    lastSignals: ['SIGTERM'],
  });
  while (!(await isOpen(port))) {
    if (running.hasEnded()) throw new Error(`nginx did not start. It said:\n${running.output()}`);
    await wait(20);
  }
  const read = (file: string) => (existsSync(join(log, file)) ? readFileSync(join(log, file), 'utf8') : '');
  const lines = () => read('bukoor.access.log').split('\n').filter(Boolean);
  return {
    url: `https://localhost:${port}`,
    port,
    plainPort,
    /** The requests that it has logged so far. */
    accessLog: (): Record<string, unknown>[] => lines().map((line) => JSON.parse(line)),
    allLogs: () => readdirSync(log).map(read).join(''),
    stop: () => running.stop(),
  };
}
