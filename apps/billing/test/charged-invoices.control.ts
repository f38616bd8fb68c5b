import { newId } from '@florin/contracts';
import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './stop-clock.ts';
import './charged-invoices.test.ts';

vi.mock(import('../src/collection/charges/collect-from-customer.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    requestForInvoice: async (...asked) => ({
      ...(await sound.requestForInvoice(...asked)),
      key: newId(),
    }),
  };
});

export const control: Control = {
  id: 'T71',
  fault:
    'Answers about the charge of a one-off invoice are lost, and requests come at the same time',
  holds: 'The saved payment method is charged once',
  control: 'each attempt of billing makes a payment request of its own',
};
