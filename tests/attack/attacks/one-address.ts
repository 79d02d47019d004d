import type { Attack } from '../attack.ts';
import type { JoinsOptions, JoinsReport } from '../attackers/joins.ts';
import type { PipeliningOptions, PipeliningReport } from '../attackers/pipelining.ts';
import { runAttacker } from '../in-process.ts';

const seconds = 30;

/** Thousands of connections from one address to a server without a proxy: joins on half of them, pages on the other half. */
export const oneAddress: Attack = {
  name: 'one address, many connections',
  settings: { TRUST_PROXY: '0' },
  visitorsBy: 'socket',
  async run({ port }) {
    const [joins, pages] = await Promise.all([
      runAttacker<JoinsOptions, JoinsReport>('joins.ts', {
        port,
        seconds,
        connections: 2000,
        requests: 100_000,
        perSecond: 5000,
        crowd: { form: 'ipv4', networks: 1, clients: 1 },
        name: 'o',
        invalid: false,
      }),
      runAttacker<PipeliningOptions, PipeliningReport>('pipelining.ts', {
        port,
        seconds,
        connections: 2000,
        requests: 100,
        what: 'page',
        reads: false,
        name: 'o',
      }),
    ]);
    return {
      requests: joins.sent + pages.sent,
      broken:
        joins.unavailable + joins.others > 0
          ? [`${joins.unavailable + joins.others} joins answered wrongly`]
          : [],
      notes: [
        `${joins.joined} joined, ${joins.refused} refused, ${joins.cut} cut off; ${pages.closed} of 2000 connections for pages closed`,
      ],
    };
  },
};
