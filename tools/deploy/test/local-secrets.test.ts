import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const main = join(import.meta.dirname, '../src/main.ts');

it('adds what a newer release needs, and leaves what is there', () => {
  const parent = mkdtempSync(join(tmpdir(), 'florin-secrets-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, 'secrets');
  const make = () => execFileSync(process.execPath, [main, folder], { encoding: 'utf8' });
  const read = () =>
    Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    );
  make();
  const first = read();
  rmSync(join(folder, 'florin_metrics_token'));
  expect(make()).toContain('florin_metrics_token');
  expect(read()).toEqual({ ...first, florin_metrics_token: expect.stringMatching(/^\S{43}$/) });
  expect(make()).toContain('nothing');
});
