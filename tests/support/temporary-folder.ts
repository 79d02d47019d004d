import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes an empty folder; returns its path and a function that deletes it. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'waitlist-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
