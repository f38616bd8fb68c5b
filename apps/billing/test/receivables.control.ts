import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './stop-clock.ts';
import './receivables.test.ts';

vi.mock(import('../src/domain/invoice/model.ts'), async (load) => {
  const sound = await load();
  return { ...sound, keptOf: ({ standing }) => standing.paid };
});

export const control: Control = {
  id: 'T54',
  fault:
    'A seller or a customer combines refunds, credit notes, plan changes, cancellations and disputes of one invoice',
  holds: 'All ways together give back at most what was paid and kept, and the next one is a 409',
  control: 'decisions take the amount that was paid for the amount that was kept',
};
