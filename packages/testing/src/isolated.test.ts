import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const REPLACES = /\bvi\.(mock|doMock|resetModules)\(|\.setGlobal\w+\(/;

it('a test that replaces modules or process-wide state says so in its name', () => {
  const files = globSync('{apps,packages,tools,sdk}/*/{src,test}/**/*.test.ts', { cwd: root });
  const replacing = files.filter((file) => REPLACES.test(readFileSync(join(root, file), 'utf8')));
  expect(replacing.length).toBeGreaterThan(0);
  expect(replacing.filter((file) => !file.endsWith('.isolated.test.ts'))).toEqual([]);
});
