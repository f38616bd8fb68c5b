import { AppError, type Reply, toPublicId, type Uuid } from '@florin/contracts';
import type { Saga } from '@florin/database';
import { assertMayRefund, type RefundLimits } from '@florin/http-api';
import { findPaidCharge, lockCharge } from '../charges/queries.ts';
import type { TransferState, Unknown } from '../contract/model.ts';
import { type Processor, ProcessorUnavailable } from '../contract/processor.ts';
import { OutcomeUnknown } from '../contract/timeouts.ts';
import { listDisputesOf } from '../disputes/queries.ts';
import type { Funds } from '../domain/funds.ts';
import {
  amountToRefund,
  assertUndisputed,
  type Refund,
  sumOf,
  toResource,
} from '../domain/refund.ts';
import { BY_PROCESSOR, type Cause, publishChange } from '../events.ts';
import { refusalOf } from '../refusals.ts';
import { mustHave, type Registry } from '../registry.ts';
import type { ProcessorsTables } from '../schema.ts';
import { takeTransfer } from '../transfers/operations.ts';
import { deleteReserved } from '../transfers/queries.ts';
import { insertRefund, listRefundsOf, mustFindRefund, saveRefund } from './queries.ts';
import {
  type ReservationDeps,
  type Reserving,
  releaseOfInvoice,
  reserveOfInvoice,
} from './reservations.ts';

export interface RefundDeps extends ReservationDeps {
  readonly registry: Registry;
  readonly funds: Funds;
}

/** State of the saga that refunds. */
export interface Refunding extends Cause, Reserving {
  readonly requestId: string;
  /** Limits of the requester; undefined in sagas begun by an older version. */
  readonly limits?: RefundLimits;
  readonly reason: string | null;
  readonly metadata: Refund['metadata'];
  /** The ledger's refusal; undefined unless it refuses. */
  readonly refusal?: Reply;
}

/**
 * Reserves a refund among those of its payment, takes the money in the ledger, calls the processor
 * under the refund's id, and completes the ledger. All steps are idempotent.
 */
export function refundSaga(deps: RefundDeps): Saga<Refunding, ProcessorsTables> {
  const { db, funds } = deps;
  return {
    kind: 'refund',
    first: 'reserve',
    steps: {
      async reserve(state) {
        const refusal = await reserve(deps, state).catch(refusalOf);
        if (!refusal) return { next: 'claim', state };
        return { done: async () => refusal };
      },
      async claim(state) {
        const refusal = await reserveOfInvoice(deps, state).catch(refusalOf);
        if (!refusal) return { next: 'withdraw', state };
        return {
          async done(tx) {
            await deleteReserved(tx, 'refunds', state.id);
            return refusal;
          },
        };
      },
      async withdraw(state) {
        const refund = await mustFindRefund(db, state.id);
        const { accountId, amount, currency } = refund;
        try {
          const { transactionId } = await funds.withdraw(
            {
              ...{ accountId, currency, amount, amountMin: amount, purpose: 'refund', ends: false },
              key: refund.id,
              reference: null,
              metadata: namesOf(refund),
            },
            state.requestId,
          );
          await show(deps, refund, transactionId, state);
          return { next: 'send', state };
        } catch (error) {
          return { next: 'release', state: { ...state, refusal: refusalOf(error) } };
        }
      },
      // A separate step: repeated after a release, the withdrawal might find money.
      async release(state) {
        const { refusal } = state;
        if (!refusal) throw new Error(`refund ${state.id} was not refused`);
        await releaseOfInvoice(deps, state);
        return {
          done: async (tx) => {
            await deleteReserved(tx, 'refunds', state.id);
            return refusal;
          },
        };
      },
      async send(state) {
        const refund = await mustFindRefund(db, state.id);
        const after = await take(deps, refund, await send(deps, refund), state);
        return { done: async () => ({ status: 201, body: toResource(after) }) };
      },
    },
  };
}

async function reserve({ db, registry }: RefundDeps, state: Refunding): Promise<undefined> {
  const paid = await findPaidCharge(db, state.paymentId);
  if (!paid)
    throw new AppError('conflict', 'this payment request was not paid; there is nothing to refund');
  if (!mustHave(registry, paid).abilities.refunds)
    throw new AppError('conflict', `the processor ${paid.processor} does not support refunds`);
  await db.transaction().execute(async (tx) => {
    // Serializes the refunds of one charge.
    const charge = await lockCharge(tx, paid.id);
    const refunds = await listRefundsOf(tx, charge.id);
    if (refunds.some(({ id }) => id === state.id)) return;
    assertUndisputed(await listDisputesOf(tx, charge.id));
    const asked = state.amount === null ? undefined : BigInt(state.amount);
    const amount = amountToRefund(charge, refunds, asked);
    assertMayRefund(state.limits ?? {}, sumOf(refunds) + amount);
    const now = Date.now();
    await insertRefund(tx, {
      id: state.id,
      version: 0n,
      accountId: charge.merchant.accountId,
      paymentId: charge.paymentId,
      chargeId: charge.id,
      invoiceId: charge.invoiceId,
      customer: charge.customer,
      livemode: charge.livemode,
      amount,
      currency: charge.currency,
      reason: state.reason,
      metadata: state.metadata,
      status: 'reserved',
      failureReason: null,
      reference: null,
      transactionId: null,
      createdAt: now,
      updatedAt: now,
    });
  });
}

/** From here on clients see the refund. */
async function show(
  { db }: RefundDeps,
  reserved: Refund,
  transactionId: Uuid,
  cause: Cause,
): Promise<void> {
  if (reserved.status !== 'reserved') return;
  await db.transaction().execute(async (tx) => {
    const refund: Refund = { ...reserved, version: 1n, status: 'pending', transactionId };
    if (await saveRefund(tx, reserved, refund))
      await publishChange(tx, toResource, 'refund.created', undefined, refund, cause);
  });
}

async function send(deps: RefundDeps, refund: Refund): Promise<TransferState | Unknown> {
  const { processor, charge } = await processorOf(deps, refund);
  const { id, amount, currency, reason } = refund;
  const order = { id, amount, currency, reason, merchant: charge.merchant };
  try {
    return await processor.refund({ ...order, chargeReference: charge.reference ?? '' });
  } catch (error) {
    // Possibly executed; a later poll finds out.
    if (error instanceof OutcomeUnknown || error instanceof ProcessorUnavailable)
      return { status: 'unknown' };
    throw error;
  }
}

/** Polls a refund. Sends one that the processor never received again, under its id. */
export async function refresh(deps: RefundDeps, refund: Refund): Promise<void> {
  if (refund.status === 'reserved' || refund.status === 'failed') return;
  const { processor, charge } = await processorOf(deps, refund);
  const { id, reference } = refund;
  const name = { id, reference, merchant: charge.merchant, chargeReference: charge.reference };
  const found = await processor.findRefund(name);
  const state = found.status === 'unknown' ? await send(deps, refund) : found;
  await take(deps, refund, state, BY_PROCESSOR);
}

async function processorOf(
  { db, registry }: RefundDeps,
  refund: Refund,
): Promise<{
  processor: Processor;
  charge: NonNullable<Awaited<ReturnType<typeof findPaidCharge>>>;
}> {
  const charge = await findPaidCharge(db, refund.paymentId);
  if (!charge) throw new Error(`the charge of refund ${refund.id} does not exist`);
  return { processor: mustHave(registry, charge), charge };
}

function take(
  { db, funds }: RefundDeps,
  before: Refund,
  state: TransferState | Unknown,
  cause: Cause,
): Promise<Refund> {
  const { id } = before;
  return takeTransfer(
    {
      funds,
      moneyOf: (refund) => {
        const { accountId, amount, currency } = refund;
        return { accountId, key: id, amount, currency, reference: null, metadata: namesOf(refund) };
      },
      save: (old, refund) =>
        db.transaction().execute(async (tx) => {
          if (!(await saveRefund(tx, old, refund))) return false;
          const type = `refund.${refund.status === 'failed' ? 'failed' : 'succeeded'}` as const;
          await publishChange(tx, toResource, type, old, refund, cause);
          return true;
        }),
      reread: () => mustFindRefund(db, id),
    },
    before,
    state,
    cause.requestId ?? `refund ${id}`,
  );
}

function namesOf({ id, paymentId }: Refund): Readonly<Record<string, string>> {
  return {
    refund_id: toPublicId('refund', id),
    payment_id: toPublicId('paymentRequest', paymentId),
  };
}
