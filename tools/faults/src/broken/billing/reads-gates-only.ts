import { setTimeout as pause } from 'node:timers/promises';
import type {
  findClosedGates as find,
  holdPartiesOpen as hold,
} from '@florin/billing/src/records/gates-queries.ts';
import { sql } from 'kysely';

export * from '@florin/billing/src/records/gates-queries.ts';

const LATE_MS = 50;

/** Reads the gates of accounts without locking them. */
export const findClosedGates: typeof find = async (tx, accountIds) => {
  type Gate = { readonly account_id: (typeof accountIds)[number] };
  const { rows } = await sql<Gate>`
    select account_id from account_gates
     where account_id = any(${accountIds}::uuid[]) and is_closed`.execute(tx);
  await pause(LATE_MS);
  return new Set(rows.map((row) => row.account_id));
};

export const holdPartiesOpen: typeof hold = async (tx, { sellerId, payerAccountId }) => {
  const parties = payerAccountId === null ? [sellerId] : [sellerId, payerAccountId];
  return (await findClosedGates(tx, parties)).size === 0;
};
