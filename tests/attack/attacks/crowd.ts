import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from '../attack.ts';
import type { JoinsOptions, JoinsReport } from '../attackers/joins.ts';
import { runAttacker } from '../in-process.ts';

const people = 30_000;

/** No attack: three times the people that ten good minutes may bring, in two, each from a network of their own; then what they leave is swept. */
export const crowd: Attack = {
  name: 'crowd of honest people',
  settings: { TRUST_PROXY: '1' },
  visitorsBy: 'header',
  async run({ port }) {
    const report = await runAttacker<JoinsOptions, JoinsReport>('joins.ts', {
      port,
      seconds: 150,
      connections: 32,
      requests: people,
      perSecond: 250,
      crowd: { form: 'ipv4', networks: people, clients: 1 },
      name: 'c',
      invalid: false,
    });
    // The minute in which the last of their tries are swept belongs to it.
    await wait(70_000);
    return {
      requests: report.sent,
      broken: report.joined < people ? [`${people - report.joined} of ${people} did not get in`] : [],
      notes: [`slowest join ${report.slowest.toFixed(0)} ms`],
    };
  },
};
