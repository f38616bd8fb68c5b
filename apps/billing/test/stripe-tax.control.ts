import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './stop-clock.ts';
import './stripe-tax.test.ts';

vi.mock(import('../src/tax/engine/queries.ts'), async (load) => ({
  ...(await load()),
  hashOf: ({ sellerId, holderId }) => `${sellerId} ${holderId}`,
}));

export const control: Control = {
  id: 'T69',
  fault:
    'The address of a customer changes between a preview and its charge, or Stripe Tax is down, answers nonsense or loses answers',
  holds:
    'Invoices bear the tax that Stripe calculated for their own inputs or are not finalized, and each sale is reported once',
  control: 'billing finalizes with a calculation of other inputs',
};
