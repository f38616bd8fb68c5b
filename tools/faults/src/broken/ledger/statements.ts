import type { Writes } from '@florin/ledger/src/posting/model.ts';
import { encode as encodeWhole } from '../../../../../apps/ledger/src/posting/statements.ts';

const NOTHING: Writes = {
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

/** Leaves out what cannot be encoded, and has the rest committed. */
export const encode: typeof encodeWhole = function* (writes, traces) {
  for (const [kind, rows] of Object.entries(writes)) {
    try {
      yield [...encodeWhole({ ...NOTHING, [kind]: rows }, traces)].flat();
    } catch {
      // It is missing, and COMMIT keeps the others.
    }
  }
};
