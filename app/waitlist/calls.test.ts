import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

let answer: RequestListener = () => {};
const server = createServer((request, response) => {
  request.resume().once('end', () => answer(request, response));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
vi.stubGlobal('location', { origin: `http://127.0.0.1:${port}` });
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
// The page's origin is read at the first call.
const { joinThroughFunction, joinThroughProcedure } = await import('./calls.ts');

const refusal = 'That address does not look right.';
const message = 'The list cannot be reached at the moment. Please try again shortly.';
const answered =
  (status: number, type: string, body: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': type }).end(body);
const json = (status: number, body: object) => answered(status, 'application/json', JSON.stringify(body));

interface Failure {
  name: string;
  answer: RequestListener;
  /** The server's own sentence for the visitor, for the dialog's and the bottom form's call (docs/specification.md#messages). */
  reasons?: { dialog?: string; bottomForm: string };
}

const failures: Failure[] = [
  { name: 'the connection is cut', answer: (request) => request.socket.destroy() },
  { name: 'an error without a message', answer: json(500, { error: 'down' }) },
  {
    name: 'an error with a message of its own',
    answer: json(503, { code: 'unavailable', message }),
    reasons: { bottomForm: message },
  },
  { name: 'an error page of a proxy', answer: answered(502, 'text/html', '<h1>Bad gateway</h1>') },
  { name: 'a page instead of JSON', answer: answered(200, 'text/html', '<h1>Hi</h1>') },
  { name: 'broken JSON', answer: answered(200, 'application/json', '{"succ') },
  { name: 'a refusal without a reason', answer: json(200, { success: false }) },
  {
    name: 'a refusal with a reason',
    answer: json(200, { success: false, error: refusal }),
    reasons: { dialog: refusal, bottomForm: refusal },
  },
];

const failed = (reason: string | undefined) => ({ joined: false, ...(reason && { reason }) });

beforeEach(() => {
  answer = json(200, { success: true });
});

test('a successful answer is a join, through either call', async () => {
  expect(await joinThroughFunction('someone@example.org', 'Friend')).toEqual({ joined: true });
  expect(await joinThroughProcedure('someone@example.org')).toEqual({ joined: true });
});

test.for(failures)('$name is a failure of either call', async ({ answer: given, reasons }) => {
  answer = given;
  expect(await joinThroughFunction('someone@example.org', 'Friend')).toEqual(failed(reasons?.dialog));
  expect(await joinThroughProcedure('someone@example.org')).toEqual(failed(reasons?.bottomForm));
});
