import type { Attack } from '../attack.ts';
import type { SlowOptions, SlowReport } from '../attackers/slow-connections.ts';
import { runAttacker } from '../in-process.ts';

const kinds: SlowOptions['kind'][] = ['idle', 'headers', 'body', 'keep-alive'];

/** 2,000 slow connections of each kind, all at the same time, as they would come through a proxy. */
export const slowClients: Attack = {
  name: 'slow clients',
  settings: { TRUST_PROXY: '1' },
  visitorsBy: 'header',
  async run({ port }) {
    const reports = await Promise.all(
      kinds.map((kind) =>
        runAttacker<SlowOptions, SlowReport>('slow-connections.ts', {
          port,
          seconds: 40,
          connections: 2000,
          kind,
        }),
      ),
    );
    return {
      requests: reports.reduce((sum, { opened }) => sum + opened, 0),
      broken: [],
      notes: reports.map(
        ({ opened, most }, number) => `${kinds[number]}: ${most} open at once, ${opened} opened in all`,
      ),
    };
  },
};
