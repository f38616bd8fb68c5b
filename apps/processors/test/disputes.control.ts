import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './disputes.test.ts';

vi.mock(import('../src/domain/refund.ts'), async (load) => ({
  ...(await load()),
  assertUndisputed: () => undefined,
}));

export const control: Control = {
  id: 'T52',
  fault: 'A payment is refunded while its dispute is open, or after it was lost',
  holds: 'The refund is refused, and the money of the account stays; a won dispute lets it through',
  control: 'processors refund whatever was paid',
};
