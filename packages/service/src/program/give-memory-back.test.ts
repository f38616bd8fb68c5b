import { expect, it } from 'vitest';
import { makeIsDue } from './give-memory-back.ts';

it('is due once behind each time of work, the start among them', () => {
  const isDue = makeIsDue();
  const shares = [0.7, 0.03, 0.01, 0.01, 0.03, 0.01, 0.07, 0.9, 0.03, 0, 0];
  expect(shares.map(isDue)).toEqual([
    false,
    false,
    true,
    false,
    false,
    false,
    false,
    false,
    false,
    true,
    false,
  ]);
});
