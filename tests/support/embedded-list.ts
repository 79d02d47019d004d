import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

/**
 * Copies an embedded list without entries into a data folder, as a server that has run there leaves it. The first start,
 * which makes one, takes seconds of CPU time: only its own tests need it.
 */
export function copyEmbeddedList(dataDir: string): void {
  cpSync(inject('embeddedFiles'), join(dataDir, 'postgres'), { recursive: true });
}
