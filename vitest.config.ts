import { configDefaults, defineConfig } from 'vitest/config';
import { chooseControls, skippedFiles } from './packages/testing/src/choose-files.ts';
import { LongestFirst } from './packages/testing/src/longest-first.ts';

/** A busy machine needs more than the default second. */
const patient = { poll: { timeout: 15_000 } };

/** Shares one process, and one set of servers for all tests of a run. */
const unit = {
  globalSetup: ['packages/testing/src/servers.ts'],
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: patient,
  // Loading the modules again for each file would take a third of the time.
  isolate: false,
};
/** Limits for hangs alone: the slowest test of an idle machine takes 18 s. */
const systemTimeouts = { testTimeout: 180_000, hookTimeout: 240_000 };
const billing = 'apps/billing/**/*.test.ts';
const replacing = '**/*.isolated.test.ts';
const skipped = skippedFiles(process.argv.slice(2));

export default defineConfig({
  test: {
    // More than a small machine's processors: tests wait for servers half of the time.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['{packages,apps,tools,sdk}/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, billing, replacing, ...skipped],
        },
      },
      {
        test: {
          ...unit,
          name: 'billing',
          include: [billing],
          // Stops the clock for its tests.
          setupFiles: ['apps/billing/test/stop-clock.ts'],
        },
      },
      {
        test: {
          ...unit,
          name: 'isolated',
          // These replace modules, which would affect other tests.
          include: [`{packages,apps,tools}/${replacing}`],
          isolate: true,
        },
      },
      {
        test: {
          ...unit,
          name: 'controls',
          // Each control replaces a module of the product, and its tests must notice.
          include: chooseControls(import.meta.dirname, process.argv),
          runner: 'packages/testing/src/control-runner.ts',
          isolate: true,
          // If a defect prevents the awaited result, the wait is in vain.
          expect: { poll: { timeout: 5_000 } },
          // Never skip the case that notices the defect by rotation.
          env: { FLORIN_TEST_WAIT_MS_MAX: '5000', FLORIN_TEST_ALL: '1' },
        },
      },
      {
        test: {
          name: 'telemetry',
          // A separate system, which sends its traces to the test.
          include: ['e2e/telemetry/**/*.test.ts'],
          ...systemTimeouts,
        },
      },
      {
        test: {
          name: 'contributing',
          // A separate system from a copy of the source, changed as the page says.
          include: ['e2e/contributing/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...skipped],
          ...systemTimeouts,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'e2e/{telemetry,contributing}/**', ...skipped],
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
