import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeServerFolder, removeFolder, type ServerProcess, startServer } from '../contract/start-server.ts';
import { type DrillOptions, membersOf, prepare, withList } from './drill.ts';
import { startFaultyInbox } from './faulty-inbox.ts';

export interface AnnounceCounts {
  members: number;
  /** How often a server and the command are both killed. */
  kills: number;
  turnedAway: number;
  once: number;
  twiceOrMore: number;
  /** Named by announce status --uncertain. */
  uncertain: number;
  uncertainArrived: number;
  /** Neither delivered nor named. */
  missing: number;
  failed: number;
  seconds: number;
}

const news = '---\nsubject: The beta is open\n---\nSalam.\n';

/** Runs a CLI command as its user does, in the server's folder. */
function runCommand(folder: string, settings: Record<string, string>, words: string[]): ChildProcess {
  return spawn(process.execPath, [resolve('cli/index.ts'), 'announce', ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

async function outputOf(child: ChildProcess): Promise<{ code: number | null; out: string }> {
  let out = '';
  child.stdout?.on('data', (part) => {
    out += part;
  });
  await once(child, 'close');
  return { code: child.exitCode, out };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'close');
}

/** Announces to everybody while the mail server rejects half of the tries, and servers and the command are killed meanwhile. */
export async function announceDrill(options: DrillOptions): Promise<AnnounceCounts> {
  const { database, members, kills, servers, random } = options;
  const started = performance.now();
  const folder = await makeServerFolder();
  const inbox = await startFaultyInbox(random);
  const settings = {
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl ?? '',
    SMTP_URL: inbox.url,
    MAIL_FROM: 'salam@drill.example',
    SITE_URL: 'http://127.0.0.1:3000',
    LOG_LEVEL: 'silent',
  };
  const start = () => startServer(folder, settings);
  const announce = (...words: string[]) => runCommand(folder, settings, words);
  const send = () => announce('send', 'launch', '--yes');
  const running: ServerProcess[] = [];
  let command: ChildProcess | undefined;
  try {
    // The first start makes the list.
    await (await start()).stop('SIGTERM');
    const addresses = membersOf(members);
    await prepare(database, addresses);
    await withList(database, (list) =>
      list.query(
        'with welcomed as (delete from waitlist.outbox) update waitlist.entries set confirmed_at = clock_timestamp()',
      ),
    );
    await writeFile(join(folder, 'launch.md'), news);
    for (let number = 0; number < servers; number += 1) running.push(await start());
    await outputOf(announce('plan', 'launch.md', '--rate', '900000000'));
    // The mail server may reject the preview as well.
    while ((await outputOf(announce('test', 'launch', 'founder@desk.example'))).code !== 0);
    command = send();
    for (let number = 1; number <= kills; number += 1) {
      await inbox.delivered(Math.floor((members * (number - random())) / (kills + 1)));
      const victim = number % servers;
      await running[victim]?.stop('SIGKILL');
      await kill(command);
      running[victim] = await start();
      command = send();
    }
    await once(command, 'close');
    const status = async () => JSON.parse((await outputOf(announce('status', 'launch', '--json'))).out);
    while ((await status()).state !== 'done') await wait(500);
    const { failed } = await status();
    const { out } = await outputOf(announce('status', 'launch', '--uncertain', '--json', 'email'));
    const uncertain = new Set((JSON.parse(out) as { email: string }[]).map(({ email }) => email));
    const times = (address: string) => inbox.taken.get(address) ?? 0;
    return {
      members,
      kills,
      turnedAway: inbox.turnedAway(),
      once: addresses.filter((address) => times(address) === 1).length,
      twiceOrMore: addresses.filter((address) => times(address) > 1).length,
      uncertain: uncertain.size,
      uncertainArrived: [...uncertain].filter((address) => times(address) === 1).length,
      missing: addresses.filter((address) => times(address) === 0 && !uncertain.has(address)).length,
      failed,
      seconds: Math.round((performance.now() - started) / 1000),
    };
  } finally {
    if (command) await kill(command);
    await Promise.all(running.map((server) => server.stop('SIGKILL')));
    await inbox.stop();
    await removeFolder(folder);
  }
}
