import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** What Prometheus reads: counts by part of the server, never by path or address. */
export interface Counters {
  /** A request that the app answered. */
  answered(face: string, status: number, seconds: number): void;
  /** What a join came to. */
  joined(face: string, outcome: string): void;
  /** The text Prometheus reads, and its content type. */
  read(): Promise<{ contentType: string; text: string }>;
}

/** Makes the counters of one server, with those of the Node process (memory, event loop, …) beside them. */
export function createCounters(): Counters {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  const answers = new Counter({
    name: 'http_answers_total',
    help: 'Answers by part of the server and status.',
    labelNames: ['face', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_answer_seconds',
    help: 'Time from a request to its answer, by part of the server.',
    labelNames: ['face'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  const joins = new Counter({
    name: 'waitlist_joins_total',
    help: 'Joins by the way they came in and what they came to.',
    labelNames: ['face', 'outcome'],
    registers,
  });
  return {
    answered(face, status, seconds) {
      answers.inc({ face, status });
      durations.observe({ face }, seconds);
    },
    joined: (face, outcome) => joins.inc({ face, outcome }),
    read: async () => ({ contentType: register.contentType, text: await register.metrics() }),
  };
}
