import { Window } from 'happy-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { privacy } from '../../content/pages/privacy.ts';

/** The browser's storage as a plain list, which remembers every key that was ever written. */
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
  // Nothing listens on port 1: the client is made and asked, which is all that touches the storage.
  const window = new Window({ url: 'http://localhost:1/' });
  const { document, location, sessionStorage } = window;
  for (const [name, part] of Object.entries({ window, document, location, localStorage: storage })) {
    vi.stubGlobal(name, part);
  }
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  // The client is made once for a page: here it is to meet this storage.
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
