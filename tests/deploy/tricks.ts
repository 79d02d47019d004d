/** Ways to make a proxy and the server behind it disagree about where one request ends (RFC 9112, 11.2). */
export interface Trick {
  name: string;
  /** Exactly these bytes; a well-formed request follows them on the same connection. */
  bytes: string;
  /** The bodies that the server may see in the request, if it sees the request at all; without it only an empty one. */
  bodies?: readonly string[];
}

const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\nX-A: ';
const post = (lines: string, body: string, version = '1.1') =>
  `POST /trick HTTP/${version}\r\nHost: localhost\r\n${lines}\r\n\r\n${body}`;
const get = (target: string, lines = '') => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`;

/** A body that is empty when read as chunks, and contains a second request when read by its length. */
const emptyChunk = `0\r\n\r\n${smuggled}`;
const length = `Content-Length: ${emptyChunk.length}`;
/** The reverse: by its length it ends before the second request, which is part of it when read as chunks. */
const chunked = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;

/** Spellings of Transfer-Encoding that one parser takes for chunked and another does not. */
const transferEncodings = [
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: chunked\x0b',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: CHUNKED',
  'Transfer-Encoding : chunked',
  ' Transfer-Encoding: chunked',
  'X: X\nTransfer-Encoding: chunked',
  'X: X\rTransfer-Encoding: chunked',
  'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  'Transfer_Encoding: chunked',
  'Transfer-Encoding\x00: chunked',
];

export const tricks: readonly Trick[] = [
  { name: 'CL.TE', bytes: post(`${length}\r\nTransfer-Encoding: chunked`, emptyChunk), bodies: [''] },
  {
    name: 'TE.CL',
    bytes: post('Transfer-Encoding: chunked\r\nContent-Length: 4', chunked),
    bodies: [smuggled],
  },
  ...transferEncodings.map((line) => ({
    name: `TE.TE ${JSON.stringify(line)}`,
    bytes: post(`${length}\r\n${line}`, emptyChunk),
    bodies: ['', emptyChunk],
  })),
  { name: 'two lengths', bytes: post('Content-Length: 1\r\nContent-Length: 6', 'a=b&c='), bodies: [] },
  {
    name: 'the same length twice',
    bytes: post('Content-Length: 3\r\nContent-Length: 3', 'a=b'),
    bodies: ['a=b'],
  },
  { name: 'lengths in a list', bytes: post('Content-Length: 3, 3', 'a=b'), bodies: ['a=b'] },
  ...[
    '+3',
    '-3',
    '0x3',
    '3 ',
    ' 3',
    '3\t',
    '03',
    '3;',
    '3a',
    '3.0',
    '',
    '99999999999999999999',
    '18446744073709551619',
  ].map((value) => ({
    name: `a length of ${JSON.stringify(value)}`,
    bytes: post(`Content-Length:${value}`, 'a=b'),
    bodies: value === '' ? [''] : ['a=b'],
  })),
  { name: 'a length without a name', bytes: post('Content-Length : 3', 'a=b'), bodies: ['a=b'] },
  ...['10000000000000003', 'fffffffffffffffff', '-3', '+3', '0x3', '3 ', '3;a=\n', '', 'g', '3\n'].map(
    (size) => ({
      name: `a chunk of ${JSON.stringify(size)}`,
      bytes: post('Transfer-Encoding: chunked', `${size}\r\na=b\r\n0\r\n\r\n`),
      bodies: ['a=b'],
    }),
  ),
  {
    name: 'a chunk that is longer than it says',
    bytes: post('Transfer-Encoding: chunked', `3\r\na=bXX0\r\n\r\n${smuggled}`),
    bodies: [],
  },
  {
    name: 'a trailer that is a length',
    bytes: post('Transfer-Encoding: chunked', '3\r\na=b\r\n0\r\nContent-Length: 50\r\n\r\n'),
    bodies: ['a=b'],
  },
  {
    name: 'chunks in HTTP/1.0',
    bytes: post('Transfer-Encoding: chunked', chunked, '1.0'),
    bodies: ['', smuggled],
  },
  {
    name: 'chunks in HTTP/2.0 on a line of HTTP/1.1',
    bytes: post('Transfer-Encoding: chunked', chunked, '2.0'),
  },
  { name: 'lines that end with a bare LF', bytes: 'GET /trick HTTP/1.1\nHost: localhost\n\n' },
  { name: 'lines that end with a bare CR', bytes: 'GET /trick HTTP/1.1\rHost: localhost\r\r' },
  { name: 'a folded line', bytes: get('/trick', 'X-A: a\r\n Content-Length: 50\r\n') },
  { name: 'a name with a space', bytes: get('/trick', 'X A: a\r\n') },
  { name: 'a line without a colon', bytes: get('/trick', 'X-A\r\n') },
  { name: 'a value with a NUL', bytes: get('/trick', 'X-A: a\0b\r\n') },
  { name: 'HTTP/0.9', bytes: 'GET /trick\r\n' },
  {
    name: 'an absolute form of another host',
    bytes: 'GET http://elsewhere.example/trick HTTP/1.1\r\nHost: localhost\r\n\r\n',
  },
  {
    name: 'an absolute form of this host',
    bytes: 'GET http://localhost/trick HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n',
  },
  { name: 'Host twice', bytes: get('/trick', 'Host: elsewhere.example\r\n') },
  { name: 'no Host', bytes: 'GET /trick HTTP/1.1\r\n\r\n' },
  { name: 'a tunnel', bytes: 'CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n' },
  {
    name: 'an upgrade to h2c',
    bytes: get(
      '/trick',
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n',
    ),
  },
  {
    name: 'an upgrade to a web socket',
    bytes: get(
      '/trick',
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
    ),
  },
  {
    name: 'a Connection that names what the proxy adds',
    bytes: get('/trick', 'Connection: keep-alive, X-Forwarded-For, X-Request-Id, Host\r\n'),
  },
  {
    name: 'an expectation',
    bytes: post('Content-Length: 3\r\nExpect: 100-continue', 'a=b'),
    bodies: ['a=b'],
  },
  {
    name: 'a GET with a body',
    bytes: `${get('/trick', `Content-Length: ${smuggled.length}\r\n`)}${smuggled}`,
    bodies: [smuggled],
  },
  { name: 'a line break in the path', bytes: get('/trick%0d%0aGET%20/smuggled') },
  ...[
    '/a/..%2ftrick',
    '//trick',
    '/trick%00',
    '/a%2ftrick',
    '/a/%2e%2e/trick',
    '/../trick',
    '/trick#/smuggled',
    '/trick;/../smuggled',
    '/a\\..\\trick',
    '/%',
    '/%ff',
    '/trick\tHTTP/1.1',
  ].map((target) => ({
    name: `the path ${JSON.stringify(target)}`,
    bytes: get(target),
  })),
];
