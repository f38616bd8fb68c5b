import { expect, it } from 'vitest';
import { compareVersions } from './places.ts';

it('knows the newest release by its numbers, not by its letters', () => {
  const versions = ['0.10.0', '1.0.0', '0.9.0', '0.9.12', '0.9.2'];
  expect(versions.sort(compareVersions)).toEqual(['0.9.0', '0.9.2', '0.9.12', '0.10.0', '1.0.0']);
});
