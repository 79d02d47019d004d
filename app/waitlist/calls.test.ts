import { createServer, type RequestListener } from 'node:http';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { listen } from '../../tests/support/network.ts';

let answer: RequestListener = () => {};
const server = createServer((request, response) => {
  request.resume().once('end', () => answer(request, response));
});
const port = await listen(server);
vi.stubEnv('BACKEND_ANON_KEY', 'any');
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

/** With the server's own sentence for the visitor, where it has one: through the dialog's call, and the bottom form's. */
const failures: [name: string, answer: RequestListener, dialog?: string | undefined, bottomForm?: string][] =
  [
    ['the connection is cut', (request) => request.socket.destroy()],
    ['an error without a message', json(500, { error: 'down' })],
    ['an error with its own message', json(503, { code: 'unavailable', message }), undefined, message],
    ['an error page of a proxy', answered(502, 'text/html', '<h1>Bad gateway</h1>')],
    ['a page instead of JSON', answered(200, 'text/html', '<h1>Hi</h1>')],
    ['broken JSON', answered(200, 'application/json', '{"succ')],
    ['a success of another kind', json(200, { success: 'queued' })],
    ['a refusal without a reason', json(200, { success: false })],
    ['a refusal with a reason', json(200, { success: false, error: refusal }), refusal, refusal],
  ];

const failed = (reason: string | undefined) => ({ joined: false, ...(reason && { reason }) });

beforeEach(() => {
  answer = json(200, { success: true });
});

test('a server that cannot send emails is believed, for as long as it says so', async () => {
  const calls = [
    () => joinThroughFunction({ email: 'a@example.org', source: 'Friend' }),
    () => joinThroughProcedure('a@example.org'),
  ];
  for (const join of calls) {
    answer = (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'waitlist-emails': 'none' })
        .end('{"success":true}');
    expect(await join()).toEqual({ joined: true, sendsNoEmail: true });
    answer = json(200, { success: true });
    expect(await join()).toEqual({ joined: true });
  }
});

test('a field that was left empty is not sent', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  await joinThroughFunction({ email: 'a@example.org', source: '' });
  await joinThroughProcedure('a@example.org');
  expect(fetched.mock.calls.map(([, options]) => JSON.parse(String(options?.body)))).toEqual([
    { user_email: 'a@example.org' },
    { user_email: 'a@example.org', entry_source: 'cta' },
  ]);
});

test.for(failures)('%s is a failure of either call', async ([, given, dialog, bottomForm]) => {
  answer = given;
  expect(await joinThroughFunction({ email: 'someone@example.org', source: 'Friend' })).toEqual(
    failed(dialog),
  );
  expect(await joinThroughProcedure('someone@example.org')).toEqual(failed(bottomForm));
});

test('no answer within ten seconds is a failure of either call', async () => {
  answer = () => {};
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
  expect(await joinThroughFunction({ email: 'someone@example.org', source: 'Friend' })).toEqual(
    failed(undefined),
  );
  expect(await joinThroughProcedure('someone@example.org')).toEqual(failed(undefined));
  expect(limit.mock.calls).toEqual([[10_000], [10_000]]);
});
