import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';

test('a stream in pieces is split at \\n and nowhere else', async () => {
  const text = `a\u2028b\u2029c\r\n\n\u{1F319} d\u0085e\vf\nlast`;
  const bytes = Buffer.from(text);
  for (const size of [1, 2, 3, 1000]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    const lines: string[] = [];
    for await (const line of linesOf(Readable.from(pieces))) lines.push(line);
    expect(lines).toEqual(text.split('\n'));
  }
});
