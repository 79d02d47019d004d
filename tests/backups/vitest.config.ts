import { defineConfig } from 'vitest/config';

/** `npm run test:backups`: one file at a time, so that the printed seconds are those of an otherwise idle machine. */
export default defineConfig({
  test: {
    globalSetup: 'tests/support/shared-databases.ts',
    include: ['tests/backups/*.{test,drill}.ts'],
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
  },
});
