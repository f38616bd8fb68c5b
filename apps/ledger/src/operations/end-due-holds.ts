import type { LeaseHolder } from '@florin/database';
import type { Kysely } from 'kysely';
import { type DueHold, listDueHolds } from '../store/find-transactions.ts';
import type { LedgerTables } from '../store/schema.ts';
import type { Writer } from '../writer/create-writer.ts';
import { type Due, makeEndEachDue } from './end-each-due.ts';

/**
 * Settles or expires the holds whose time has come. One process at a time does it, by a lease:
 * several would be right too, since a hold that another one has ended is refused, but each would do
 * the work of all. Returns whether there may be more.
 */
export function makeEndDueHolds(
  db: Kysely<LedgerTables>,
  writer: Writer,
  leaseHolder: LeaseHolder,
) {
  const endEachDue = makeEndEachDue(writer, async (passedOver, rowsMax) =>
    (await listDueHolds(db, passedOver, rowsMax)).map(toDue),
  );
  return async (): Promise<boolean> => (await leaseHolder.acquire()) && (await endEachDue());
}

function toDue({ id, accountId, capture }: DueHold): Due {
  const kind = capture === 'manual' ? 'expire' : 'settle';
  return { accountId, command: { kind, transactionId: id } };
}
