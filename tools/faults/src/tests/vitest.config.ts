import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Stories as `npm test` runs them, on a running system. */
export default defineConfig({
  root: join(import.meta.dirname, '../../../..'),
  test: {
    maxWorkers: 2,
    include: ['e2e/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 240_000,
  },
});
