import { defineConfig } from 'vitest/config';

/** The table of answers and the access matrix, by themselves while they grow. */
export default defineConfig({
  test: {
    root: '../..',
    include: ['e2e/contract/**/*.test.ts'],
    globalSetup: ['e2e/start-florin.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
