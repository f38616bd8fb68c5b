import { tested } from './security/tested.ts';

export const halfBatches = tested({
  id: 'F29',
  fault:
    'one statement of a batch cannot be written out: a bigint in JSON, an instant that is none, text that is none; no command has a key',
  holds: 'nothing of the batch is kept, what can be done is done once: half batches 0',
  control: 'a ledger that leaves out what it cannot write out, and commits the rest',
  files: ['apps/ledger/test/half-batches.test.ts'],
  broken: {
    module: 'apps/ledger/src/posting/statements.ts',
    by: 'ledger/statements.ts',
  },
});
