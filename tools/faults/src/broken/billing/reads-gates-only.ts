import { setTimeout as pause } from 'node:timers/promises';
import type { findClosedGates as find } from '@florin/billing/src/store/gates.ts';
import { sql } from 'kysely';

export * from '@florin/billing/src/store/gates.ts';

const LATE_MS = 50;

/** Looks at the gates of accounts without holding them. */
export const findClosedGates: typeof find = async (tx, accountIds) => {
  type Gate = { readonly account_id: (typeof accountIds)[number] };
  const { rows } = await sql<Gate>`
    select account_id from account_gates
     where account_id = any(${accountIds}::uuid[]) and is_closed`.execute(tx);
  await pause(LATE_MS);
  return new Set(rows.map((row) => row.account_id));
};

export const holdGatesOpen = async (...given: Parameters<typeof find>): Promise<boolean> =>
  (await findClosedGates(...given)).size === 0;
