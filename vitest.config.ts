import { defineConfig } from 'vitest/config';
import { articles } from './build/articles/plugin.ts';
import { LongestFirst } from './tests/support/longest-first.ts';

export default defineConfig({
  plugins: [articles()],
  test: {
    exclude: ['tests/journeys/**', 'tests/browsers/**', '**/node_modules/**'],
    include: ['{app,build,cli,content,database,mail,server,tests,waitlist}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/support/shared-databases.ts',
    // Two cores: a PostgreSQL, a server and the tests themselves must fit.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // No measure of speed: what takes longer hangs, on any machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
