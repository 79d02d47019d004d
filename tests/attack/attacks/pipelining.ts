import type { Attack, Report } from '../attack.ts';
import type { PipeliningOptions, PipeliningReport } from '../attackers/pipelining.ts';
import { runAttacker } from '../in-process.ts';

const seconds = 20;

type Half = Pick<PipeliningOptions, 'connections' | 'requests' | 'what' | 'reads'>;

/** Two attackers, each with half of the connections. */
async function pipeline(port: number, halves: [Half, Half]): Promise<Report> {
  const reports = await Promise.all(
    halves.map((half, number) =>
      runAttacker<PipeliningOptions, PipeliningReport>('pipelining.ts', {
        ...half,
        port,
        seconds,
        name: `p${number}x`,
      }),
    ),
  );
  const sum = (name: keyof PipeliningReport) => reports.reduce((total, report) => total + report[name], 0);
  return {
    requests: sum('sent'),
    broken: sum('unavailable') > 0 ? [`${sum('unavailable')} answers 503`] : [],
    notes: [`${sum('answers')} answers read, ${sum('closed')} connections closed by the server`],
  };
}

const shared = { settings: { TRUST_PROXY: '1' }, visitorsBy: 'header' as const };

/** One half reads its answers; those of the other half the server has to buffer. */
export const pipelinedPages: Attack = {
  ...shared,
  name: 'pipelined pages',
  run: ({ port }) => {
    const half = { connections: 50, requests: 2500, what: 'page' as const };
    return pipeline(port, [
      { ...half, reads: true },
      { ...half, reads: false },
    ]);
  },
};

export const pipelinedJoins: Attack = {
  ...shared,
  name: 'pipelined joins',
  run: ({ port }) => {
    const half = { connections: 50, requests: 2500, what: 'join' as const, reads: true };
    return pipeline(port, [half, half]);
  },
};

export const pipelinedReadiness: Attack = {
  ...shared,
  name: 'pipelined readiness checks',
  run: ({ port }) => {
    const half = { connections: 50, requests: 600, what: 'readiness' as const, reads: true };
    return pipeline(port, [half, half]);
  },
};
