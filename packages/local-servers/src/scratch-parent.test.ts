import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scratchParent } from './scratch-parent.ts';

const GIBIBYTE = 1_024 ** 3;

beforeEach(() => vi.stubEnv('TMPDIR', ''));
afterEach(() => vi.unstubAllEnvs());

it('is in memory if that has 6 GiB free', () => {
  expect(scratchParent('/in-memory', 6 * GIBIBYTE)).toBe('/in-memory');
  expect(scratchParent('/in-memory', 5 * GIBIBYTE)).toBe(tmpdir());
});

it('is the temporary folder if there is no folder in memory', () => {
  expect(scratchParent('/no/such/folder')).toBe(tmpdir());
});

it('is TMPDIR if that is set', () => {
  vi.stubEnv('TMPDIR', '/elsewhere');
  expect(scratchParent('/in-memory', 6 * GIBIBYTE)).toBe('/elsewhere');
});
