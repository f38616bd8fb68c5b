import { expect, it } from 'vitest';
import { compareVersions } from './places.ts';

it('finds the newest release by number, not alphabetically', () => {
  const versions = ['0.10.0', '1.0.0', '0.9.0', '0.9.12', '0.9.2'];
  expect(versions.sort(compareVersions)).toEqual(['0.9.0', '0.9.2', '0.9.12', '0.10.0', '1.0.0']);
});
