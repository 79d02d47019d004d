import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { reports } from '../../scripts/test.mjs';

/** Records what this machine skips and why: `npm test` prints it at its end (scripts/test.mjs). */
export function noteSkipped(sentence: string): void {
  mkdirSync(reports, { recursive: true });
  appendFileSync(join(reports, 'skipped.txt'), `${sentence}\n`);
}

/**
 * The same for a program that is not installed. Throws in CI, where skipped tests would look like passed ones.
 * @param sentence says what is skipped, what is missing and what to install
 */
export function noteMissing(sentence: string): void {
  if (process.env.CI) throw new Error(`CI must not skip this. ${sentence}`);
  noteSkipped(sentence);
}
