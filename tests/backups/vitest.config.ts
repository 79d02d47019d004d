import { defineConfig } from 'vitest/config';

/** `npm run test:backups`: a run that `npm test` does not make. */
export default defineConfig({
  test: { include: ['tests/backups/*.drill.ts'], testTimeout: 3_600_000, hookTimeout: 300_000 },
});
