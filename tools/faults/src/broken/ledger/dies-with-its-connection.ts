import { makeRunBatch as make } from '@florin/ledger/src/posting/transaction.ts';

/** Exits when the database closes one of its connections. */
export const makeRunBatch: typeof make = (pool, ...parts) => {
  // Listens on each connection, since the pool reports idle ones alone, and there may be none.
  pool.on('connect', (client) => client.on('error', () => process.exit(1)));
  return make(pool, ...parts);
};
