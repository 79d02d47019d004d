import { defineConfig } from 'vitest/config';
import { articles } from './build/articles/plugin.ts';

export default defineConfig({
  plugins: [articles()],
  test: {
    exclude: ['tests/journeys/**', 'tests/browsers/**', '**/node_modules/**'],
    include: ['{app,build,cli,content,database,server,tests,waitlist}/**/*.test.{ts,tsx}'],
    // Two cores: a PostgreSQL, a server and the tests themselves must fit.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
