import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps,tools}/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['packages/testing/src/servers.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          // The table of answers and the access matrix still grow: e2e/contract/vitest.config.ts.
          include: ['e2e/stories/**/*.test.ts', 'e2e/contract/states/**/*.test.ts'],
          globalSetup: ['e2e/start-florin.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
