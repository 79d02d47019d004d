import { defineConfig } from 'vitest/config';
import { articles } from './build/articles/plugin.ts';
import { LongestFirst } from './tests/support/longest-first.ts';

/** It starts a server and tells its client where that is. */
const callsToServer = 'app/waitlist/calls.test.ts';
const wordsAndScreens = ['{app,content,tests/words,tests/articles,tests/scripture}/**/*.test.{ts,tsx}'];

export default defineConfig({
  plugins: [articles()],
  test: {
    globalSetup: 'tests/support/shared-databases.ts',
    // One more than the two cores of CI: long tests wait for servers to die and come back.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // No measure of speed: what takes longer hangs, on any machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        // Nothing there is started or kept, so the files share a process and what it has imported.
        test: {
          name: 'words and screens',
          include: wordsAndScreens,
          exclude: [callsToServer],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'parts that run',
          include: [callsToServer, '{build,cli,database,mail,server,tests,waitlist}/**/*.test.{ts,tsx}'],
          exclude: ['tests/{words,articles,scripture,journeys,browsers}/**'],
        },
      },
    ],
  },
});
