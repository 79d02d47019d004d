import { Window } from 'happy-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { privacy } from '../../content/pages/privacy.ts';

/** A stand-in for the browser's local storage that records every key ever written. */
function recordingStorage() {
  const values = new Map<string, string>();
  const written: string[] = [];
  return {
    written,
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      written.push(key);
      values.set(key, value);
    },
    removeItem: (key: string) => values.delete(key),
  };
}

test('joining leaves nothing in the browser’s storage, as the policy says', async () => {
  const storage = recordingStorage();
  // Nothing listens on port 1: creating and calling the client is all that touches the storage.
  const window = new Window({ url: 'http://localhost:1/' });
  const { document, location, sessionStorage } = window;
  for (const [name, part] of Object.entries({ window, document, location, localStorage: storage })) {
    vi.stubGlobal(name, part);
  }
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  // The client is created once per page: with fresh modules it is created here, with this storage.
  vi.resetModules();
  const { joinThroughFunction, joinThroughProcedure } = await import('../../app/waitlist/calls.ts');
  await joinThroughFunction('amina@example.org', 'Friend');
  await joinThroughProcedure('amina@example.org');

  expect(storage.written).toHaveLength(1);
  expect(storage.values.size).toBe(0);
  expect(sessionStorage).toHaveLength(0);
  expect(document.cookie).toBe('');
  expect(privacy.after.find(({ id }) => id === 'browser')?.paragraphs.join(' ')).toMatch(
    /local storage.*once/,
  );
});
