import { tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { articles } from './build/articles/plugin.ts';

const isLong = ({ moduleId }: TestSpecification) => /\/tests\/(failover|faults|owner)\//.test(moduleId);

/** Runs the folders of the longest files first: at the end of a run, one of them would leave the other core idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** It starts a server and tells its client where that is. */
const callsToServer = 'app/waitlist/calls.test.ts';
/** It counts turns of the event loop, which others in the same process would lengthen. */
const countsTurns = 'waitlist/group-commit.test.ts';
/** It injects faults between a write and its acknowledgement, for which files in memory leave no time. */
const killsServers = 'tests/faults/killed.test.ts';
const wordsAndScreens = ['{app,content,tests/words,tests/articles,tests/scripture}/**/*.test.{ts,tsx}'];

export default defineConfig({
  plugins: [articles()],
  test: {
    globalSetup: 'tests/support/shared-databases.ts',
    // Twice the two cores of CI: long tests wait for servers to die and come back.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Not a measure of speed: what takes longer hangs, on any machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Shorter, so that a plain mistake is soon red. Where processes are killed and frozen a test names a longer one.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        // These tests close what they open, so the files share a process and what it has imported.
        test: {
          name: 'words and screens',
          include: wordsAndScreens,
          exclude: [callsToServer],
          isolate: false,
          setupFiles: 'tests/support/empty-page.ts',
        },
      },
      {
        extends: true,
        // These tests close what they open, so the files share a process too.
        test: {
          name: 'list, server, emails, commands',
          include: ['{cli,database,mail,server,system,waitlist}/**/*.test.{ts,tsx}'],
          exclude: [countsTurns],
          isolate: false,
        },
      },
      {
        extends: true,
        // These files share a process too: what they start is a process of its own, which they stop.
        test: {
          name: 'parts that run',
          include: ['{build,tests}/**/*.test.{ts,tsx}'],
          exclude: ['tests/{words,articles,scripture,journeys,browsers}/**', killsServers],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'in a process of their own',
          include: [callsToServer, countsTurns, killsServers],
          // The disk, where `npm test` keeps its other temporary files in memory.
          env: { TMPDIR: process.env.TMPDIR_ON_DISK ?? tmpdir() },
        },
      },
    ],
  },
});
