import { defineConfig } from 'vitest/config';

/** `npm run test:backups`: one after the other, so that the seconds they print are those of one alone. */
export default defineConfig({
  test: {
    globalSetup: 'tests/support/shared-databases.ts',
    include: ['tests/backups/*.{test,drill}.ts'],
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
  },
});
