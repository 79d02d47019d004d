import type { Attack } from '../attack.ts';
import type { FuzzOptions, FuzzReport } from '../attackers/fuzz.ts';
import { runAttacker } from '../in-process.ts';

const requests = 100_000;

/** Hostile bytes, bodies and headers over real sockets. TEST_SEED=1234 repeats the ones of that seed. */
export const fuzz: Attack = {
  name: 'fuzz',
  settings: { TRUST_PROXY: '1' },
  visitorsBy: 'header',
  async run({ port, query, errors }) {
    const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 1_000_000_000));
    console.log(`  seed ${seed}`);
    const { sent, connections, statuses, hung, refused, culprits } = await runAttacker<
      FuzzOptions,
      FuzzReport
    >('fuzz.ts', { port, seconds: 300, requests, seed });
    const misfits = await query(
      `select email from waitlist.entries
        where email !~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+\\.[^@[:space:][:cntrl:]]+$'
           or octet_length(email) > 254`,
    );
    return {
      requests: sent,
      broken: [
        ...(sent < requests ? [`only ${sent} requests were sent in time`] : []),
        ...(hung > 0 ? [`${hung} connections hung`] : []),
        ...(refused > 0 ? [`${refused} connections were not taken`] : []),
        ...(misfits.length > 0 ? [`${misfits.length} malformed entries were stored`] : []),
        ...culprits.map((bytes) => `a 5xx for ${JSON.stringify(bytes)}`),
        ...errors()
          .slice(0, 3)
          .map((line) => `the server logged ${line}`),
      ],
      notes: [`${connections} connections, answers by status: ${JSON.stringify(statuses)}`],
    };
  },
};
