import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { bind } from './listen.ts';
import type { RequestCounter } from './responses.ts';

/** What Prometheus reads: the metrics of one server, with those of the Node process (memory, event loop, …) beside them. */
export function createMetrics(): RequestCounter & { register: Registry } {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by endpoint and status.',
    labelNames: ['endpoint', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its response, by endpoint.',
    labelNames: ['endpoint'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  const joins = new Counter({
    name: 'waitlist_joins_total',
    help: 'Joins by endpoint and outcome.',
    labelNames: ['endpoint', 'outcome'],
    registers,
  });
  return {
    register,
    recordRequest(endpoint, status, seconds) {
      requests.inc({ endpoint, status });
      durations.observe({ endpoint }, seconds);
    },
    recordJoin: (endpoint, outcome) => joins.inc({ endpoint, outcome }),
  };
}

/** Serves /metrics on a port of its own, so that the public one never shows it. Throws as `bind` does. */
export async function startMetricsServer(register: Registry, host: string, port: number) {
  const server = createServer(async (request, response) => {
    const isAsked = request.method === 'GET' && request.url === '/metrics';
    const text = isAsked ? await register.metrics().catch(() => undefined) : undefined;
    const status = text !== undefined ? 200 : isAsked ? 500 : 404;
    response.writeHead(status, { 'content-type': register.contentType }).end(text);
  });
  await bind(server, { host, port, setting: 'METRICS_PORT' });
  return server;
}
