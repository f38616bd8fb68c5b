import { AppError, newId, type Reply, refuse, toPublicId } from '@florin/contracts';
import { addToOutbox, type IdempotencyKey, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Kysely, Transaction } from 'kysely';
import { readTimes } from '../../clock.ts';
import { refuseArchived } from '../../customers/archive.ts';
import type { Fact } from '../../domain/books/model.ts';
import type { Cause } from '../../domain/cause.ts';
import {
  type Adjustment,
  type CreditEntry,
  type CreditHolder,
  GRANTS_MAX,
  refusalOfAdjustment,
} from '../../domain/credit.ts';
import type { Customer } from '../../domain/customer.ts';
import { customerUpdated } from '../../domain/public-events/customer.ts';
import { toCreditEntryResource } from '../../domain/resources/customer.ts';
import { addAdjustment, countExpiries } from '../../records/credit-adjustments-queries.ts';
import { findCredits, keyOf, lockCredits } from '../../records/credits-queries.ts';
import { lockCustomer, saveCustomer } from '../../records/customers-queries.ts';
import { findProfile } from '../../records/profiles-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { recordFacts } from '../books/save.ts';

type Tx = Transaction<BillingTables>;

/** The owner of credit in a request. */
export interface NamedHolder extends CreditHolder {
  /** Public id of the customer or account, or the account's own id of the customer. */
  readonly reference: string;
  /** False for an account that pays. */
  readonly isCustomer: boolean;
}

/** Grants credit to a customer or an account that pays, or takes some back. */
export function adjustCredit(
  { db }: { readonly db: Kysely<BillingTables> },
  { reference, isCustomer, ...holder }: NamedHolder,
  adjustment: Adjustment,
  { key, cause }: { readonly key: IdempotencyKey | undefined; readonly cause: Cause },
): Promise<Reply> {
  const { amount, reason, expiresAt } = adjustment;
  return runOnce(db, key, async (tx) => {
    const customer = isCustomer ? await lockCustomer(tx, holder.holderId) : undefined;
    if (isCustomer && !customer) throw notFound('customer');
    const archived = amount > 0n && customer && (await refuseArchived(tx, customer.id));
    if (archived) return archived;
    const balance = (await lockCredits(tx, [holder])).get(keyOf(holder)) ?? 0n;
    const { nowMs } = await readTimes(tx, null);
    if (expiresAt && expiresAt.getTime() <= nowMs)
      throw new AppError('invalid_request', 'expires_at: must be in the future');
    const refusal = refusalOfAdjustment(balance, amount);
    if (refusal !== undefined) return refuse('conflict', refusal);
    if (expiresAt && (await countExpiries(tx, holder, GRANTS_MAX)) >= GRANTS_MAX)
      return refuse(
        'conflict',
        `expires_at: ${GRANTS_MAX} grants of this customer have yet to expire, the maximum; grant credit that stays, or wait`,
      );
    const entry = await changeCredit(tx, holder, customer, {
      ...{ kind: 'adjusted', amount, reason, expiresAt, grantId: null },
      ...{ nowMs, cause },
    });
    return { status: 201, body: toCreditEntryResource(entry, reference) };
  });
}

/** A credit entry to add, and its occasion. */
interface Change extends Pick<CreditEntry, 'kind' | 'amount' | 'reason' | 'expiresAt' | 'grantId'> {
  readonly nowMs: number;
  readonly cause: Cause;
}

/** Adds a credit entry without an invoice, books it, and publishes the customer. */
export async function changeCredit(
  tx: Tx,
  holder: CreditHolder,
  customer: Customer | undefined,
  { nowMs, cause, ...change }: Change,
): Promise<CreditEntry> {
  const before = customer && (await findCredits(tx, [customer.id])).get(customer.id);
  const id = newId();
  const entry = await addAdjustment(tx, {
    ...{ ...holder, ...change, id },
    createdAt: new Date(nowMs),
  });
  await recordFacts(tx, [
    {
      ...{ ...holder, invoiceId: id, document: toPublicId('creditEntry', id) },
      timezone: (await findProfile(tx, holder.sellerId))?.profile.timezone ?? null,
      ...{ at: nowMs, requestId: cause.requestId, entriesBefore: 0, facts: [factOf(entry)] },
    },
  ]);
  if (customer) {
    const changed = await saveCustomer(tx, customer.id, customer);
    const { balanceAfter: balance, currency } = entry;
    const credits = { before, after: { balance, currency } };
    await addToOutbox(tx, [customerUpdated(customer, changed, credits, cause)]);
  }
  return entry;
}

function factOf({ id, kind, amount }: CreditEntry): Fact {
  const source = toPublicId('creditEntry', id);
  return kind === 'expired'
    ? { kind: 'credit_expired', source, amount: -amount }
    : { kind: 'credit_adjusted', source, amount };
}
