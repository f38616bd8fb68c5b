import type { Kysely } from 'kysely';
import { listDuePayments } from '../store/list-due-payments.ts';
import type { LedgerTables } from '../store/schema.ts';
import type { Writer } from '../writer/create-writer.ts';
import { makeEndEachDue } from './end-each-due.ts';

/**
 * Cancels payment requests whose time is up. Any number of processes may do it at once. Returns
 * whether there may be more.
 */
export function makeExpirePayments(db: Kysely<LedgerTables>, writer: Writer) {
  return makeEndEachDue(writer, async (passedOver, rowsMax) =>
    (await listDuePayments(db, passedOver, rowsMax)).map(({ id, accountId }) => ({
      accountId,
      command: { kind: 'expire_payment', paymentId: id },
    })),
  );
}
