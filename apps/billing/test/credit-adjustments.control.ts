import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './stop-clock.ts';
import './credit-adjustments.test.ts';

vi.mock(import('../src/domain/credit-pots.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    leftOf: ({ pots }) => pots.reduce((sum, { left }) => sum + left, 0n),
  };
});

export const control: Control = {
  id: 'T76',
  fault:
    'Credit is granted, used, taken back and expires at the same time in several processes, and one is killed during a grant',
  holds:
    'No more is taken back than there is, a repeated grant counts once, and of an expired grant only the unused rest ends',
  control: 'all credit of the customer ends with an expired grant',
};
