import { afterAll } from 'vitest';

// Files of tests share a process, and with it the document: each leaves an empty one, so that none finds what another has drawn.
afterAll(() => globalThis.document?.body.replaceChildren());
