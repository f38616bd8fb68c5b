import { join } from 'node:path';
import { type Replacement, standInFor } from '@florin/system-kit';
import { configDefaults, defineConfig, type Plugin } from 'vitest/config';
import { REPLACEMENT_VARIABLE, STORIES_VARIABLE } from './variables.ts';

const BILLING = 'apps/billing/**/*.test.ts';
const root = join(import.meta.dirname, '../../../..');
const { [REPLACEMENT_VARIABLE]: replacement, [STORIES_VARIABLE]: stories } = process.env;

/** The tests as `npm test` runs them, on a system that has one broken module. */
export default defineConfig({
  root,
  plugins: replacement === undefined ? [] : [replace(JSON.parse(replacement))],
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        // Its clock stands still.
        test: {
          name: 'billing',
          include: [BILLING],
          setupFiles: ['apps/billing/test/stop-clock.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'others',
          include: ['**/*.test.ts'],
          exclude: [...configDefaults.exclude, BILLING],
        },
      },
    ],
    globalSetup: stories === undefined ? ['packages/testing/src/servers.ts'] : [],
    testTimeout: 60_000,
    hookTimeout: 240_000,
  },
});

/** The same for imports that vite resolves. */
function replace(replacement: Replacement): Plugin {
  return {
    name: 'faults:replace',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (found?.id !== replacement.module) return null;
      // Under a name of its own: vite asks again for what it has been told.
      return standInFor(replacement, found.id, importer) ?? `${found.id}?sound`;
    },
  };
}
