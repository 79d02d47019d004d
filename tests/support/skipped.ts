import { appendFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const reports = resolve('.cache/reports');

/** Keeps a sentence of what this machine skips and why: `npm test` says it at its end (scripts/test.mjs). */
export function noteSkipped(sentence: string): void {
  mkdirSync(reports, { recursive: true });
  appendFileSync(join(reports, 'skipped.txt'), `${sentence}\n`);
}

/**
 * The same for a program that is not installed. Throws in CI, where a skipped half would pass for a tested one.
 * @param sentence says what is skipped, what is missing and what to install
 */
export function noteMissing(sentence: string): void {
  if (process.env.CI) throw new Error(`CI must not skip this. ${sentence}`);
  noteSkipped(sentence);
}
