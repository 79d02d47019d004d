import type { RawRequest } from './raw-http2.ts';

type Fields = RawRequest['fields'];

const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\nX-A: ';
const asked = (method: string, path: string): Fields => [
  [':method', method],
  [':scheme', 'https'],
  [':path', path],
  [':authority', 'localhost'],
];

/** A well-formed request. */
export const afterFrames: RawRequest = { fields: asked('GET', '/after') };

const post = (...added: Fields) => ({
  fields: [...asked('POST', '/trick'), ...added],
  body: `0\r\n\r\n${smuggled}`,
});
const get = (...added: Fields) => ({ fields: [...asked('GET', '/trick'), ...added] });

/** HTTP/2 requests that become two requests, or different ones, when a proxy translates them to HTTP/1.1 carelessly. */
export const frameTricks: readonly ({ name: string } & RawRequest)[] = [
  { name: 'h2.CL: a length of none', ...post(['content-length', '0']) },
  { name: 'h2.CL: a length that is too short', ...post(['content-length', '5']) },
  { name: 'h2.CL: a length that is too long', ...post(['content-length', '500']) },
  { name: 'h2.CL: two lengths', ...post(['content-length', '0'], ['content-length', '51']) },
  { name: 'h2.TE: chunks', ...post(['transfer-encoding', 'chunked']) },
  { name: 'h2.TE: chunks and a length', ...post(['transfer-encoding', 'chunked'], ['content-length', '51']) },
  { name: 'a Connection', ...get(['connection', 'transfer-encoding']) },
  { name: 'a Connection that stays', ...get(['connection', 'keep-alive']) },
  { name: 'an Upgrade', ...get(['connection', 'upgrade'], ['upgrade', 'h2c']) },
  { name: 'a Keep-Alive', ...get(['keep-alive', 'timeout=5']) },
  { name: 'a TE', ...get(['te', 'trailers, chunked']) },
  { name: 'a line break in a value', ...get(['x-a', 'a\r\nTransfer-Encoding: chunked']) },
  { name: 'two line breaks in a value', ...get(['x-a', `a\r\n\r\n${smuggled}`]) },
  { name: 'a bare LF in a value', ...get(['x-a', 'a\nTransfer-Encoding: chunked']) },
  { name: 'a NUL in a value', ...get(['x-a', 'a\0b']) },
  { name: 'a line break in a name', ...get(['x-a: a\r\ntransfer-encoding', 'chunked']) },
  { name: 'a colon in a name', ...get(['transfer-encoding: chunked\r\nx', 'a']) },
  { name: 'a space in a name', ...get(['content-length ', '5']) },
  { name: 'a capital in a name', ...get(['Transfer-Encoding', 'chunked']) },
  {
    name: 'a line break in the path',
    fields: asked('GET', '/trick HTTP/1.1\r\nHost: localhost\r\n\r\nGET /smuggled'),
  },
  { name: 'a space in the path', fields: asked('GET', '/trick HTTP/1.1') },
  { name: 'an empty path', fields: asked('GET', '') },
  { name: 'a path without a slash', fields: asked('GET', 'trick') },
  {
    name: 'a line break in the method',
    fields: asked('GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\nGET', '/trick'),
  },
  { name: 'a space in the method', fields: asked('GET /smuggled', '/trick') },
  { name: 'another host beside the authority', ...get(['host', 'elsewhere.example']) },
  {
    name: 'a line break in the authority',
    fields: [...asked('GET', '/trick').slice(0, 3), [':authority', 'localhost\r\nX-A: a']],
  },
  {
    name: 'a path in the authority',
    fields: [...asked('GET', '/trick').slice(0, 3), [':authority', 'localhost/smuggled']],
  },
  {
    name: 'another scheme',
    fields: [
      [':method', 'GET'],
      [':scheme', 'http://localhost/smuggled?'],
      [':path', '/trick'],
      [':authority', 'localhost'],
    ],
  },
  { name: 'two paths', fields: [...asked('GET', '/trick'), [':path', '/smuggled']] },
  { name: 'a pseudo-header after the others', ...get(['x-a', 'a'], [':path', '/smuggled']) },
  { name: 'an unknown pseudo-header', ...get([':unknown', 'a']) },
];
