import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The same function, called once for each join, with the same variety of addresses and clients: PostgreSQL by itself. */
const script = `\\set n random(1, 1000000000000)
\\set c random(1, 65536)
select refusals, errors from waitlist.join_batch(jsonb_build_array(jsonb_build_object(
  'email', 'b' || :n || '@bench.example', 'source', 'cta', 'clientHash', 'c' || :c, 'networkHash', 'n' || :c)));
`;

/** Runs pgbench, from the folder `binaries`, with its script in `folder`. Returns joins a second. */
export async function pgbenchJoins(options: {
  binaries: string;
  folder: string;
  url: string;
  clients: number;
  seconds: number;
}): Promise<number> {
  const file = join(options.folder, 'join.pgb');
  writeFileSync(file, script);
  const { stdout } = await run(join(options.binaries, 'pgbench'), [
    '--no-vacuum',
    '--protocol=prepared',
    '--jobs=2',
    `--client=${options.clients}`,
    `--time=${options.seconds}`,
    `--file=${file}`,
    options.url,
  ]);
  const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (!rate) throw new Error(`pgbench gave no rate:\n${stdout}`);
  return Number(rate);
}
