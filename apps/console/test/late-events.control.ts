import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './late-events.test.ts';

vi.mock(import('../src/search/keep.ts'), async (load) => ({
  ...(await load()),
  findKnown: async () => new Map(),
  async saveFound(tx, _known, found) {
    for (const { accountId, isGone, createdAt, terms, sequence, ...one } of found) {
      const row = {
        ...{ ...one, account_id: accountId, is_gone: isGone, created_at: createdAt },
        ...{ terms: [...terms], sequence: BigInt(sequence) },
        amount: one.amount === null ? null : BigInt(one.amount),
      };
      await tx
        .insertInto('objects')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
      for (const term of terms)
        await tx
          .insertInto('words')
          .values({ account_id: accountId, term, object_id: one.id })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    }
  },
}));

export const control: Control = {
  id: 'F40',
  fault:
    'Events of searchable objects arrive twice, out of order, or in two batches at once; the consumer is killed before its commit',
  holds: 'Search always reflects the current name of an object',
  control: 'the console indexes the event that arrives last',
};
