import fc from 'fast-check';
import { anyCharacter, callPaths, headerText, jsonBody, sources, text } from '../../support/hostile-joins.ts';

const formBody = fc
  .record({ email: text, source: fc.oneof(fc.constantFrom(...sources), text) })
  .map((fields) => new URLSearchParams(fields).toString());

const hostileHeaders = fc.dictionary(
  fc.constantFrom(
    ...['Authorization', 'X-Request-Id', 'Origin', 'Sec-Fetch-Site', 'Content-Profile', 'Prefer', 'Accept'],
    ...['Accept-Encoding', 'Range', 'If-None-Match', 'If-Range', 'Content-Encoding', 'Cookie', 'Expect'],
  ),
  headerText,
  { maxKeys: 4 },
);
const address = fc.oneof(
  { weight: 4, arbitrary: fc.ipV4() },
  { weight: 2, arbitrary: fc.ipV6() },
  headerText,
);

const path = fc.oneof(
  fc.constantFrom(...callPaths, '/waitlist/join', '/', '/healthz', '/nowhere', '//x', '/%', '/%c0%ae%c0%ae/'),
  fc.webPath(),
  // Characters that would end the request line are left to `anyBytes`.
  fc.string({
    unit: fc.integer({ min: 33, max: 255 }).map((code) => String.fromCharCode(code)),
    maxLength: 60,
  }),
);

const request = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(...callPaths), fc.constant('application/json'), jsonBody),
  },
  fc.tuple(fc.constant('/waitlist/join'), fc.constant('application/x-www-form-urlencoded'), formBody),
  fc.tuple(path, headerText, fc.string({ maxLength: 60 })),
);
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constant('POST') },
  fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE', 'PROPFIND'),
);

/** Correctly framed HTTP requests with hostile methods, paths, headers and bodies. */
export const wellFormed: fc.Arbitrary<Buffer> = fc
  .tuple(method, request, hostileHeaders, address)
  .map(([verb, [target, type, content], headers, from]) => {
    const body = Buffer.from(content);
    const lines = [
      `${verb} ${target.startsWith('/') ? target : `/${target}`} HTTP/1.1`,
      'Host: localhost',
      'Apikey: sb_publishable_bukoor_local',
      `Content-Type: ${type}`,
      `X-Forwarded-For: ${from}`,
      `Content-Length: ${body.length}`,
      ...Object.entries(headers).map(([name, text]) => `${name}: ${text}`),
    ];
    return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
  });

const line = fc.oneof(
  fc.constantFrom(
    ...['GET / HTTP/1.1', 'POST /waitlist/join HTTP/1.1', 'GET http://[/ HTTP/1.1', 'CONNECT x:1 HTTP/1.1'],
    ...['TRACE / HTTP/1.1', 'OPTIONS * HTTP/1.1', 'GET //// HTTP/1.0', 'PRI * HTTP/2.0', 'Host: localhost'],
    ...['Host: [::', 'Host:', 'Connection: upgrade', 'Upgrade: websocket', 'Expect: 100-continue'],
    ...['Transfer-Encoding: chunked', 'Transfer-Encoding: x', 'Content-Length: 5', 'Content-Length: -1'],
    ...['Range: bytes=9-', 'Connection: close, keep-alive', ''],
  ),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
);

/** Bytes that look like HTTP in places. */
export const anyBytes: fc.Arbitrary<Buffer> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(line, { minLength: 1, maxLength: 6 })
      .map((lines) => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)),
  },
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
);
