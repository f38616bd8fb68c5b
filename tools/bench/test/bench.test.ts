import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { resultsSchema } from '../src/results.ts';

const main = join(import.meta.dirname, '../src/main.ts');
const out = mkdtempSync(join(tmpdir(), 'florin-bench-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

const run = (...given: readonly string[]) =>
  spawnSync(process.execPath, [main, ...given], { encoding: 'utf8', timeout: 60_000 });

it('measures a part and writes its results', () => {
  const small = ['--rounds', '1', '--seconds', '0.3', '--scale', '1'];
  const { status, stderr } = run('--only', 'submit', ...small, '--out', out);
  expect(status, stderr).toBe(0);

  const results = resultsSchema.parse(
    JSON.parse(readFileSync(join(out, 'benchmarks.json'), 'utf8')),
  );
  const submit = results.parts.submit;
  expect(submit?.anchors.every((tps) => tps > 0)).toBe(true);
  const names = ['submit-uniform', 'submit-hot', 'plain-uniform', 'plain-hot'];
  expect(Object.keys(submit?.figures ?? {}).sort()).toEqual(names.sort());
  for (const figure of Object.values(submit?.figures ?? {})) {
    expect(figure.errors).toEqual({});
    // On an unsteady machine, the only round may be discarded.
    expect(figure.values).toHaveLength(submit?.rounds ?? -1);
    for (const value of figure.values) expect(value).toBeGreaterThan(0);
  }
  expect(readFileSync(join(out, 'benchmarks.md'), 'utf8')).toContain('| submit |');
  expect(readFileSync(join(out, 'images/benchmarks.svg'), 'utf8')).toMatch(/^<svg /);
});

it('prints errors in its arguments', () => {
  const { status, stderr } = run('--only', 'everything');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^bench {2}--only everything: there is submit/);
});
