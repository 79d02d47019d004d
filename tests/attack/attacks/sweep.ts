import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from '../attack.ts';
import type { JoinsOptions, JoinsReport } from '../attackers/joins.ts';
import { runAttacker } from '../in-process.ts';
import { countOldTries, insertOldTries } from '../old-tries.ts';

const rows = 100_000;
/** The sweep comes at least once a minute. */
const seconds = 150;

/** Many tries that no limit needs any more, and the sweep that deletes them. */
export const sweep: Attack = {
  name: 'sweep of old tries',
  settings: { TRUST_PROXY: '1' },
  visitorsBy: 'header',
  async prepare({ port, query }) {
    // Without it nothing depends on whether autovacuum has gathered statistics before the sweep.
    await query('alter table waitlist.rate_limits set (autovacuum_enabled = false)');
    // Each connection plans its statements at its first joins, when the table is small.
    await runAttacker<JoinsOptions, JoinsReport>('joins.ts', {
      port,
      seconds: 10,
      connections: 64,
      requests: 2000,
      perSecond: 2000,
      crowd: { form: 'ipv4', networks: 2000, clients: 1 },
      name: 'w',
      invalid: false,
    });
    await insertOldTries(query, rows);
  },
  async run({ query }) {
    const start = performance.now();
    const spent = () => (performance.now() - start) / 1000;
    let left = rows;
    while (left > 0 && spent() < seconds) {
      await wait(1000);
      left = await countOldTries(query);
    }
    return {
      requests: 0,
      broken: left > 0 ? [`${left} old tries were left after ${seconds} s`] : [],
      notes: [`${rows - left} of ${rows} old tries swept, the last seen gone after ${spent().toFixed(0)} s`],
    };
  },
};
