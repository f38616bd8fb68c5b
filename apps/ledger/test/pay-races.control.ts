import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './pay-races.isolated.test.ts';

vi.mock(import('../src/domain/payment-request/decide.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    decideBegin: (context, payment, processor) =>
      sound.decideBegin({ ...context, attempts: [] }, payment, processor),
  };
});

export const control: Control = {
  id: 'T24',
  fault:
    'A payment link is paid in 50 tabs at once through two ledgers, or after its account is closed',
  holds: 'One credit or none',
  control: 'the ledger ignores earlier attempts of a payment request',
};
