import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import type { Writes } from '../src/domain/batch/model.ts';
import './half-batches.test.ts';

const noWrites: Writes = {
  balances: [],
  created: [],
  changed: [],
  entries: [],
  replies: [],
  charges: [],
  payments: [],
  attempts: [],
  funds: [],
  events: [],
};

vi.mock(import('../src/posting/statements.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    *encode(writes, traces) {
      for (const [kind, rows] of Object.entries(writes)) {
        try {
          yield [...sound.encode({ ...noWrites, [kind]: rows }, traces)].flat();
        } catch {
          // The fault under test: COMMIT stores the statements that could be encoded.
        }
      }
    },
  };
});

export const control: Control = {
  id: 'F29',
  fault:
    'One statement of a batch cannot be encoded: a bigint in JSON, an invalid instant, invalid text; commands have no key',
  holds: 'The batch leaves nothing behind, and valid commands run once: half batches 0',
  control: 'the ledger skips what it cannot encode and commits the rest',
};
