import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { bind } from './listen.ts';
import type { RequestCounter } from './responses.ts';

/** The metrics of one server that Prometheus reads, and those of its Node process (memory, event loop, …). */
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

/** Serves /metrics on a port of its own, so that the public port never shows it. Throws as `bind` does. */
export async function startMetricsServer(register: Registry, host: string, port: number) {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await register.metrics();
      response.writeHead(200, { 'content-type': register.contentType }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  await bind(server, { host, port, setting: 'METRICS_PORT' });
  return server;
}
