import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../tests/support/network.ts';

export interface Contestant {
  name: string;
  port: number;
  /** The process that answers. */
  pid: number;
  stop(): Promise<void>;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** An operator's nginx configuration for these files: one worker, files compressed beforehand, no access log. */
function nginxConfiguration(folder: string, port: number): string {
  return `worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 1024; }
http {
  include /etc/nginx/mime.types; access_log off; sendfile on; tcp_nopush on; gzip_static on;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  keepalive_requests 1000000000; open_file_cache max=1000; open_file_cache_valid 60s;
  server { listen 127.0.0.1:${port}; root ${resolve('dist')}; }
}
`;
}

/** Starts nginx on dist/, with its own files in `folder`. Returns undefined where it is not installed. */
export async function startNginx(folder: string): Promise<Contestant | undefined> {
  const port = await freePort();
  const file = `${folder}/nginx.conf`;
  await writeFile(file, nginxConfiguration(folder, port));
  const child = spawn('nginx', ['-c', file, '-e', `${folder}/nginx.log`], { stdio: 'ignore' });
  const started = await Promise.race([
    once(child, 'error').then(() => false),
    once(child, 'exit').then(() => false),
    untilItAnswers(port),
  ]);
  if (!started || child.pid === undefined) return undefined;
  // The master process only supervises the worker.
  const [worker] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
  return { name: 'nginx', port, pid: Number(worker), stop: () => stop(child) };
}

async function untilItAnswers(port: number): Promise<boolean> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return true;
    await wait(50);
  }
  return false;
}

/** Starts the product itself on dist/, with an empty list in the folder given. */
export async function startProduct(folder: string): Promise<Contestant> {
  const env = { ...process.env, PORT: '0', DATA_DIR: `${folder}/data`, LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, ['server/index.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /http:\/\/localhost:(\d+)/.exec(line)?.[1];
    if (port && child.pid)
      return { name: 'this server', port: Number(port), pid: child.pid, stop: () => stop(child) };
  }
  throw new Error('The server did not start: see its message above.');
}
