import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { findControls, toControlFile } from '../src/controls/find-controls.ts';
import { rows } from '../src/rows/all.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

it('has every row and every control once', () => {
  const ids = [...rows, ...findControls(root)].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('finds the tests next to a control', () => {
  const text = "import './a.test.ts';\nexport const control: Control = {\n  id: 'T4',\n";
  expect(toControlFile('apps/x/test/a.control.ts', text)).toEqual({
    id: 'T4',
    path: 'apps/x/test/a.control.ts',
    tests: 'apps/x/test/a.test.ts',
  });
  expect(() => toControlFile('a.control.ts', "  id: 'T4',\n")).toThrow('import its tests');
});

it('locates a module without running it', async () => {
  const variants = join(root, 'tools/faults/src/florin/variants.ts');
  const main = join(root, 'apps/ledger/src/main.ts');
  const script = `const { locate } = await import(${JSON.stringify(variants)});
    process.stdout.write(await locate(() => import(${JSON.stringify(main)})));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
  expect(stdout).toBe(main);
});
