import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scratchParent } from './scratch-parent.ts';

const GIBIBYTE = 1_024 ** 3;

beforeEach(() => vi.stubEnv('TMPDIR', ''));
afterEach(() => vi.unstubAllEnvs());

it('uses memory while it has 6 GiB free', () => {
  expect(scratchParent('/in-memory', 6 * GIBIBYTE)).toBe('/in-memory');
  expect(scratchParent('/in-memory', 5 * GIBIBYTE)).toBe(tmpdir());
});

it('uses the temporary folder where no folder is in memory', () => {
  expect(scratchParent('/no/such/folder')).toBe(tmpdir());
});

it('uses TMPDIR if it is set', () => {
  vi.stubEnv('TMPDIR', '/elsewhere');
  expect(scratchParent('/in-memory', 6 * GIBIBYTE)).toBe('/elsewhere');
});
