import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './statements.test.ts';

vi.mock(import('../src/domain/statement.ts'), async (load) => ({
  ...(await load()),
  matchEntry: (_entry, _references, [order]) =>
    order ? { status: 'matched', order } : { status: 'unmatched', reason: 'no_reference' },
}));

export const control: Control = {
  id: 'F37',
  fault:
    'A bank statement is imported again, by several importers at once, or lists a transfer twice, with another amount or too late',
  holds: 'Each transfer counts once; only the exact amount pays, the rest waits for a person',
  control: 'processors match a transfer by its reference alone',
};
