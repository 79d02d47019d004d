import type { Attack } from '../attack.ts';
import type { Crowd } from '../attackers/addresses.ts';
import type { JoinsOptions, JoinsReport } from '../attackers/joins.ts';
import { runAttacker } from '../in-process.ts';

const seconds = 75;
/** Six times what the breaker lets through, and below the limits of each client and network in that time. */
const perSecond = 3000;

/** Keeps the breaker of all joins open from 500 networks; every second try has an invalid address. */
const breaker = (form: Crowd['form'], name: string): Attack => ({
  name,
  settings: { TRUST_PROXY: '1' },
  visitorsBy: 'header',
  async run({ port }) {
    const report = await runAttacker<JoinsOptions, JoinsReport>('joins.ts', {
      port,
      seconds,
      connections: 64,
      requests: perSecond * seconds,
      perSecond,
      crowd: { form, networks: 500, clients: 6 },
      name: 'b',
      invalid: true,
    });
    const { sent, joined, refused, unavailable, cut, others, firstRefused } = report;
    return {
      requests: sent,
      broken: [
        ...(firstRefused === undefined ? ['the breaker was never open, so this run shows nothing'] : []),
        ...(unavailable + others > 0 ? [`${unavailable} answers 503, ${others} of another status`] : []),
      ],
      notes: [`${joined} of the flood joined, ${refused} refused, ${report.invalid} invalid, ${cut} cut off`],
      ...(firstRefused === undefined ? {} : { shareFrom: firstRefused }),
    };
  },
});

export const breakerFromIPv4 = breaker('ipv4', 'breaker, 500 IPv4 networks');
export const breakerFromIPv6 = breaker('ipv6', 'breaker, 500 /48s of one IPv6 /32');
