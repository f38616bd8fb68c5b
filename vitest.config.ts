import { configDefaults, defineConfig } from 'vitest/config';
import { chooseFiles, controls, recipes } from './packages/testing/src/choose-files.ts';
import { LongestFirst } from './packages/testing/src/longest-first.ts';

/** A busy machine takes longer than the second that is the default. */
const patient = { poll: { timeout: 15_000 } };

/** Of one process, and of the servers that all tests of a run share. */
const unit = {
  globalSetup: ['packages/testing/src/servers.ts'],
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: patient,
  // Loading the modules anew for each file would take a third of the time.
  isolate: false,
};
/** Bounds for hangs alone: the slowest test of an idle machine takes 18 s. */
const systemTimeouts = { testTimeout: 180_000, hookTimeout: 240_000 };
const billing = 'apps/billing/**/*.test.ts';
const replacing = '**/*.isolated.test.ts';

export default defineConfig({
  test: {
    // More than a small machine has processors: tests wait for servers half of their time.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['{packages,apps,tools,sdk}/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, billing, replacing],
        },
      },
      {
        test: {
          ...unit,
          name: 'billing',
          include: [billing],
          // Its clock stands still.
          setupFiles: ['apps/billing/test/stop-clock.ts'],
        },
      },
      {
        test: {
          ...unit,
          name: 'isolated',
          // They replace modules, which others must not get to see.
          include: [`{packages,apps,tools}/${replacing}`],
          isolate: true,
        },
      },
      {
        test: {
          ...unit,
          name: 'controls',
          // Each replaces a module of the product: its tests must notice that.
          include: chooseFiles(controls, import.meta.dirname, process.argv),
          runner: 'packages/testing/src/control-runner.ts',
          isolate: true,
          // A test that waits for what a defect prevents waits in vain.
          expect: { poll: { timeout: 5_000 } },
          // The case that notices the defect is not left to the turn of the commit.
          env: { FLORIN_TEST_WAIT_MS_MAX: '5000', FLORIN_TEST_ALL: '1' },
        },
      },
      {
        test: {
          name: 'telemetry',
          // A system of its own, which sends its traces to the test.
          include: ['e2e/telemetry/**/*.test.ts'],
          ...systemTimeouts,
        },
      },
      {
        test: {
          name: 'contributing',
          // A system of its own, of a copy of the source that is changed as the page says.
          include: chooseFiles(recipes, import.meta.dirname, process.argv),
          ...systemTimeouts,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'e2e/{telemetry,contributing}/**'],
          globalSetup: ['e2e/start-florin.ts'],
          // Each worker compiles the schemas of the OpenAPI document once.
          isolate: false,
          ...systemTimeouts,
          expect: patient,
        },
      },
    ],
  },
});
