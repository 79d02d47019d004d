import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from '../attack.ts';
import type { JoinsOptions, JoinsReport } from '../attackers/joins.ts';
import { runAttacker } from '../in-process.ts';

const people = 30_000;

/** No attack: three times the people of ten very good minutes come within two, each from their own network; then a sweep. */
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
    // Includes the minute in which the last of their tries are swept.
    await wait(70_000);
    return {
      requests: report.sent,
      broken: report.joined < people ? [`${people - report.joined} of ${people} did not get in`] : [],
      notes: [`slowest join ${report.slowest.toFixed(0)} ms`],
    };
  },
};
