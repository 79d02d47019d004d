import { expect, test } from 'vitest';
import { hooksPath, joinPath, placeActPath, waitlistPath } from '../content/paths.ts';
import { isCallToServer } from './calls-to-server.ts';

test('in development every form and call goes to the server', () => {
  const posted = [
    '/functions/v1/enhanced-waitlist',
    '/rest/v1/rpc/add_to_waitlist',
    joinPath,
    `${waitlistPath('confirm')}?t=token`,
    `${placeActPath('erase')}?t=token`,
    `${hooksPath}/ses`,
  ];
  for (const url of posted) expect(isCallToServer({ method: 'POST', url }), url).toBe(true);
});

test('in development Vite serves the pages and files', () => {
  for (const url of ['/', waitlistPath('joined'), `${waitlistPath('confirm')}?t=token`, '/app/client.ts'])
    expect(isCallToServer({ method: 'GET', url }), url).toBe(false);
});

test('in development the server says how it is, and where the form is', () => {
  for (const url of ['/healthz', '/readyz', `${joinPath}?email=a`])
    expect(isCallToServer({ method: 'GET', url }), url).toBe(true);
});
