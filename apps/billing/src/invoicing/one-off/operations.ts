import {
  AppError,
  newId,
  type Reply,
  refuse,
  retryLater,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import type { Currency } from '@florin/money';
import type { Kysely, Transaction } from 'kysely';
import { readTimes } from '../../clock.ts';
import { refuseArchived } from '../../customers/archive.ts';
import { type DiscountInput, redeem, returnRedemptions } from '../../discounts/redeem.ts';
import type { Cause } from '../../domain/cause.ts';
import type { Customer } from '../../domain/customer.ts';
import type { Invoice } from '../../domain/invoice/model.ts';
import {
  asFinalized,
  type DraftFields,
  draftOneOff,
  isCharged,
  openOneOff,
  redraft,
  refusalOfFinalize,
  refusalOfSize,
} from '../../domain/invoice/one-off.ts';
import { toLinkedInvoice } from '../../domain/resources/invoice.ts';
import { calculationsOf } from '../../domain/tax/charges.ts';
import { TaxesNeeded } from '../../domain/tax/engine.ts';
import type { KnownSale } from '../../domain/tax/sale.ts';
import { keyOf, lockCredits, readCredit } from '../../records/credits-queries.ts';
import { holdPartiesOpen } from '../../records/gates-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { type TaxEngineDeps, withTaxes } from '../../tax/engine/ask.ts';
import { takeCalculations } from '../../tax/engine/queries.ts';
import { readSales } from '../../tax/sales/read.ts';
import { holderOf } from '../credits/save.ts';
import { takeInvoiceNumbers } from '../invoices/numbers.ts';
import { deleteOneOff, insertOneOff, lockOneOff, updateInvoices } from '../invoices/queries.ts';
import { saveChanges } from '../invoices/save-changes.ts';

export type OneOffDeps = TaxEngineDeps;

interface OneOffRequest {
  readonly key: IdempotencyKey | undefined;
  readonly cause: Cause;
}

interface DraftRequest extends OneOffRequest {
  /**
   * Reason why the customer cannot be charged automatically; undefined if that is possible or not
   * needed.
   */
  readonly refusal: string | undefined;
  /** Undefined to keep the discounts of the draft. */
  readonly discounts: readonly DiscountInput[] | undefined;
}

/** The fields of a request; its discounts are redeemed with the change. */
export type RequestedFields = Omit<DraftFields, 'discounts'>;

type Tx = Transaction<BillingTables>;

const IS_NO_DRAFT = 'only a draft can be changed; void this invoice and create a new one';
const IS_OF_SUBSCRIPTION = 'this invoice belongs to a subscription and cannot be edited';

/** Creates a draft, which only its seller sees. */
export function createDraft(
  deps: OneOffDeps,
  customer: Customer,
  currency: Currency,
  fields: RequestedFields,
  { key, refusal: cannotCharge, discounts: asked = [] }: DraftRequest,
): Promise<Reply> {
  return once(deps, key, async (tx) => {
    if (cannotCharge !== undefined) throw new AppError('invalid_request', cannotCharge);
    const { id: customerId, accountId: sellerId, externalId } = customer;
    if (!(await holdPartiesOpen(tx, { sellerId, payerAccountId: null })))
      return refuse('conflict', 'the account is being closed; no invoices can be created');
    const refusal = await refuseArchived(tx, customerId);
    if (refusal) return refusal;
    const customerReference = externalId ?? toPublicId('customer', customerId);
    const between = { id: newId(), sellerId, customerId, customerReference, currency };
    const { nowMs } = await readTimes(tx, null);
    const sale = await saleOf(tx, between, nowMs);
    const discounts = await redeem(tx, { sellerId, customerId, currency, nowMs }, asked);
    const draft = draftOneOff(between, { ...fields, discounts }, sale, nowMs);
    assertSize(draft);
    await insertOneOff(tx, draft);
    return { status: 201, body: toLinkedInvoice(draft) };
  });
}

export function changeDraft(
  deps: OneOffDeps,
  id: Uuid,
  change: (draft: Invoice) => RequestedFields,
  { key, refusal: cannotCharge, discounts: asked }: DraftRequest,
): Promise<Reply> {
  return once(deps, key, async (tx) => {
    const draft = await lockOneOff(tx, id);
    if (!draft) return refuse('conflict', IS_OF_SUBSCRIPTION);
    if (draft.status !== 'draft') return refuse('conflict', IS_NO_DRAFT);
    if (cannotCharge !== undefined) throw new AppError('invalid_request', cannotCharge);
    const { nowMs } = await readTimes(tx, null);
    const before = { discounts: draft.discounts, returnsRemoved: true };
    const discounts = asked
      ? await redeem(tx, { ...draft, nowMs }, asked, before)
      : draft.discounts;
    const sale = await saleOf(tx, draft, nowMs);
    const changed = redraft(draft, { ...change(draft), discounts }, sale, nowMs);
    assertSize(changed);
    await updateInvoices(tx, [changed]);
    return { status: 200, body: toLinkedInvoice(changed) };
  });
}

export function deleteDraft({ db }: OneOffDeps, id: Uuid): Promise<Reply> {
  return db.transaction().execute(async (tx) => {
    const draft = await lockOneOff(tx, id);
    if (!draft) return refuse('conflict', IS_OF_SUBSCRIPTION);
    if (draft.status !== 'draft') return refuse('conflict', IS_NO_DRAFT);
    await deleteOneOff(tx, id);
    await returnRedemptions(tx, draft.discounts);
    return { status: 200, body: { ...toLinkedInvoice(draft), deleted: true } };
  });
}

/** An invoice as it is shown; for a seller's draft, the result of finalizing it now. */
export async function previewDraft(deps: OneOffDeps, invoice: Invoice): Promise<Invoice> {
  if (invoice.status !== 'draft' || invoice.subscriptionId !== null) return invoice;
  const { db } = deps;
  try {
    return await withTaxes(deps, async () => {
      const { nowMs } = await readTimes(db, null);
      const sale = await saleOf(db, invoice, nowMs);
      const credit = await readCredit(db, { ...holderOf(invoice), currency: invoice.currency });
      return asFinalized(invoice, { sale, credit, at: nowMs });
    });
  } catch (error) {
    // A draft that cannot be finalized, for example without an address, is shown as it is.
    if (error instanceof AppError && error.code === 'conflict') return invoice;
    throw error;
  }
}

/** Finalizes a draft; afterwards only its payment state changes. */
export function finalizeDraft(
  deps: OneOffDeps,
  id: Uuid,
  { key, cause }: OneOffRequest,
): Promise<Reply> {
  return once(deps, key, async (tx) => {
    const draft = await lockOneOff(tx, id);
    if (!draft) return refuse('conflict', IS_OF_SUBSCRIPTION);
    if (isCharged(draft)) return retryLater('this draft was just changed; retry');
    return openDraft(tx, draft, cause);
  });
}

/** Replies with the open invoice, or the reason why it cannot be finalized. */
export async function openDraft(tx: Tx, draft: Invoice, cause: Cause): Promise<Reply> {
  if (!(await holdPartiesOpen(tx, draft)))
    return refuse('conflict', 'the account is being closed; no invoices can be created');
  const archived = await refuseArchived(tx, draft.customerId);
  if (archived) return archived;
  const times = await readTimes(tx, null);
  const sale = await saleOf(tx, draft, times.nowMs);
  const refusal = refusalOfFinalize(draft, sale);
  if (refusal !== undefined) return refuse('conflict', refusal);
  const holder = { ...holderOf(draft), currency: draft.currency };
  const credit = (await lockCredits(tx, [holder])).get(keyOf(holder)) ?? 0n;
  const numbers = await takeInvoiceNumbers(tx, [{ invoice: draft, nowMs: times.nowMs }]);
  const number = numbers.get(draft.id);
  if (!number) throw new Error('a draft has no number');
  const changes = openOneOff(draft, number, { sale, credit, at: times.nowMs });
  const calculations = calculationsOf(changes[0]?.invoice.lines ?? []);
  const taken = calculations.map((calculationId) => ({ calculationId, invoiceId: draft.id }));
  if (!(await takeCalculations(tx, taken))) throw new TaxesNeeded([]);
  const opened = await saveChanges(tx, draft, changes, { ...times, cause });
  return { status: 200, body: toLinkedInvoice(opened) };
}

/**
 * Runs once per Idempotency-Key. Missing taxes are fetched outside the transaction, which then
 * restarts.
 */
function once(
  deps: OneOffDeps,
  key: IdempotencyKey | undefined,
  work: (tx: Tx) => Promise<Reply>,
): Promise<Reply> {
  return withTaxes(deps, () => runOnce(deps.db, key, work));
}

/** @throws AppError invalid_request for amounts that JSON numbers cannot hold exactly */
function assertSize({ lines }: Invoice): void {
  const refusal = refusalOfSize(lines);
  if (refusal !== undefined) throw new AppError('invalid_request', refusal);
}

async function saleOf(
  db: Kysely<BillingTables>,
  { sellerId, customerId }: { readonly sellerId: Uuid; readonly customerId: Uuid | null },
  nowMs: number,
): Promise<KnownSale | undefined> {
  const parties = { sellerId, customerId, payerAccountId: null };
  return (await readSales(db, [parties]))(parties, nowMs);
}
