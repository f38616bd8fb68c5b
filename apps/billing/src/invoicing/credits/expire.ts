import type { Kysely } from 'kysely';
import { readTimes } from '../../clock.ts';
import { bySystem } from '../../domain/cause.ts';
import type { CreditHolder } from '../../domain/credit.ts';
import {
  endExpiry,
  findExpired,
  leaseExpiries,
  readRests,
} from '../../records/credit-adjustments-queries.ts';
import { keyOf, lockCredits } from '../../records/credits-queries.ts';
import { lockCustomer } from '../../records/customers-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { changeCredit } from './adjust.ts';

/** Grants that are leased at once. */
const BATCH_MAX = 50;

/**
 * Ends the unused rest of expired grants, one holder per transaction. Safe to run in several
 * processes. Returns the number of grants.
 */
export async function expireCredits(
  { db }: { readonly db: Kysely<BillingTables> },
  onError: (error: unknown) => void,
): Promise<number> {
  const due = await leaseExpiries(db, BATCH_MAX);
  const holders = new Map(due.map(({ grantId: _, ...holder }) => [keyOf(holder), holder]));
  for (const holder of holders.values()) await expireOf(db, holder).catch(onError);
  return due.length;
}

/** Grants are read again under the lock of the holder's credit, so each ends once. */
function expireOf(db: Kysely<BillingTables>, holder: CreditHolder): Promise<void> {
  return db.transaction().execute(async (tx) => {
    // Undefined for an account that pays.
    let customer = await lockCustomer(tx, holder.holderId);
    await lockCredits(tx, [holder]);
    const { nowMs } = await readTimes(tx, null);
    const grantIds = await findExpired(tx, holder);
    const rests = await readRests(tx, holder, grantIds);
    for (const grantId of grantIds) {
      const rest = rests.get(grantId) ?? 0n;
      if (rest > 0n) {
        await changeCredit(tx, holder, customer, {
          ...{ kind: 'expired', amount: -rest, reason: null, expiresAt: null, grantId },
          ...{ nowMs, cause: bySystem },
        });
        customer &&= await lockCustomer(tx, customer.id);
      }
      await endExpiry(tx, grantId);
    }
  });
}
