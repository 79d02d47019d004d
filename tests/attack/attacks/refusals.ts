import type { Attack } from '../attack.ts';
import type { AttackedServer } from '../attacked-server.ts';
import type { Crowd } from '../attackers/addresses.ts';
import type { JoinsOptions, JoinsReport } from '../attackers/joins.ts';
import { runAttacker } from '../in-process.ts';

const tries = 10_000;

interface Priced extends JoinsReport {
  /** CPU time of the server and its PostgreSQL back ends for one try, in microseconds. */
  microseconds: number;
}

async function price(
  { port, processorSeconds }: AttackedServer,
  name: string,
  crowd: Crowd,
): Promise<Priced> {
  const before = await processorSeconds();
  const report = await runAttacker<JoinsOptions, JoinsReport>('joins.ts', {
    port,
    seconds: 60,
    connections: 32,
    requests: tries,
    // As fast as the answers come.
    perSecond: 1_000_000,
    crowd,
    name,
    invalid: false,
  });
  const used = (await processorSeconds()) - before;
  return { ...report, microseconds: (used * 1_000_000) / report.sent };
}

/** The cost of a refused try against that of an accepted one: a few clients that keep trying, and 10,000 that come once. */
export const refusals: Attack = {
  name: 'price of a refusal',
  settings: { TRUST_PROXY: '1' },
  visitorsBy: 'header',
  async run(attacked) {
    const wide: Crowd = { form: 'ipv4', networks: tries, clients: 1 };
    // The first tries of a process cost more: the code is not compiled yet.
    await price(attacked, 'w', wide);
    const accepted = await price(attacked, 'a', wide);
    const refused = await price(attacked, 'r', { form: 'ipv4', networks: 4, clients: 1 });
    const ratio = refused.microseconds / accepted.microseconds;
    return {
      requests: 3 * tries,
      broken: accepted.joined < 0.9 * tries ? [`only ${accepted.joined} of ${tries} were accepted`] : [],
      notes: [
        `accepted (${accepted.joined} of ${tries}) ${accepted.microseconds.toFixed(0)} µs each, ` +
          `refused (${refused.refused} of ${tries}) ${refused.microseconds.toFixed(0)} µs: ratio ${ratio.toFixed(2)}`,
      ],
    };
  },
};
