import { AppError, isLive, refuse, toPublicId, type Uuid } from '@florin/contracts';
import type { Saga } from '@florin/database';
import { AMOUNT_MINOR_MAX, type Currency } from '@florin/money';
import type { TransferState, Unknown } from '../contract/model.ts';
import { ProcessorUnavailable } from '../contract/processor.ts';
import { OutcomeUnknown } from '../contract/timeouts.ts';
import type { Funds } from '../domain/funds.ts';
import { type Payout, toResource } from '../domain/payout.ts';
import { BY_PROCESSOR, type Cause, publishChange } from '../events.ts';
import { findMerchant } from '../merchants/queries.ts';
import { refusalOf } from '../refusals.ts';
import { mustHave, type Registry } from '../registry.ts';
import type { Db, ProcessorsTables } from '../schema.ts';
import { takeTransfer } from '../transfers/operations.ts';
import { deleteReserved } from '../transfers/queries.ts';
import { findPayout, insertPayout, savePayout } from './queries.ts';

export interface PayoutDeps {
  readonly db: Db;
  readonly registry: Registry;
  readonly funds: Funds;
}

/** State of the saga that pays out. */
export interface PayingOut extends Cause {
  readonly requestId: string;
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly processor: string;
  /** Minor units as a string; null for everything available. */
  readonly amount: string | null;
  readonly currency: Currency;
  readonly reference: string | null;
  readonly metadata: Payout['metadata'];
}

/**
 * The ledger takes the money, the processor pays it out under the payout's id, and the ledger gets
 * the result. All steps are idempotent.
 */
export function payoutSaga(deps: PayoutDeps): Saga<PayingOut, ProcessorsTables> {
  const { db, funds } = deps;
  return {
    kind: 'payout',
    first: 'reserve',
    steps: {
      async reserve(state) {
        await reserve(deps, state);
        return { next: 'withdraw', state };
      },
      async withdraw(state) {
        const payout = await mustFind(db, state.id);
        const { accountId, amount, currency } = payout;
        try {
          const withdrawn = await funds.withdraw(
            {
              ...{ accountId, currency, purpose: 'payout', ends: false, key: payout.id },
              amount: amount ?? AMOUNT_MINOR_MAX,
              amountMin: amount ?? 1n,
              reference: payout.clientReference,
              metadata: namesOf(payout),
            },
            state.requestId,
          );
          await show(deps, payout, withdrawn, state);
          return { next: 'send', state };
        } catch (error) {
          const refusal = isUnknownAccount(error) ? accountNotFound : refusalOf(error);
          return {
            done: async (tx) => {
              await deleteReserved(tx, 'payouts', payout.id);
              return refusal;
            },
          };
        }
      },
      async send(state) {
        const payout = await mustFind(db, state.id);
        const after = await take(deps, payout, await send(deps, payout), state);
        return { done: async () => ({ status: 201, body: toResource(after) }) };
      },
    },
  };
}

async function reserve({ db }: PayoutDeps, state: PayingOut): Promise<void> {
  if (await findPayout(db, state.id)) return;
  const now = Date.now();
  const merchant = await findMerchant(db, state.accountId, state.processor);
  await db.transaction().execute((tx) =>
    insertPayout(tx, {
      id: state.id,
      version: 0n,
      accountId: state.accountId,
      merchant,
      processor: state.processor,
      livemode: isLive(state.accountId),
      amount: state.amount === null ? null : BigInt(state.amount),
      currency: state.currency,
      clientReference: state.reference,
      metadata: state.metadata,
      status: 'reserved',
      failureReason: null,
      reference: null,
      transactionId: null,
      createdAt: now,
      updatedAt: now,
    }),
  );
}

const accountNotFound = refuse('account_not_found', 'there is no account with this id');

/** The ledger has no balance for the account. */
function isUnknownAccount(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}

/** From here on clients see the payout. */
async function show(
  { db }: PayoutDeps,
  reserved: Payout,
  { transactionId, amount }: { readonly transactionId: Uuid; readonly amount: bigint },
  cause: Cause,
): Promise<void> {
  if (reserved.status !== 'reserved') return;
  await db.transaction().execute(async (tx) => {
    const payout: Payout = { ...reserved, version: 1n, status: 'pending', amount, transactionId };
    if (await savePayout(tx, reserved, payout))
      await publishChange(tx, toResource, 'payout.created', undefined, payout, cause);
  });
}

async function send({ registry }: PayoutDeps, payout: Payout): Promise<TransferState | Unknown> {
  const { id, merchant, amount, currency } = payout;
  try {
    const order = { id, merchant, amount: amount ?? 0n, currency };
    return await mustHave(registry, payout).payOut(order);
  } catch (error) {
    // Possibly executed; a later poll finds out.
    if (error instanceof OutcomeUnknown || error instanceof ProcessorUnavailable)
      return { status: 'unknown' };
    throw error;
  }
}

/** Polls a payout. Sends one that the processor never received again, under its id. */
export async function refresh(deps: PayoutDeps, payout: Payout): Promise<void> {
  if (payout.status === 'reserved' || payout.status === 'failed') return;
  const { id, merchant, reference } = payout;
  const processor = mustHave(deps.registry, payout);
  const found = await processor.findPayout({ id, merchant, reference, chargeReference: null });
  const isLost = found.status === 'unknown' && payout.status === 'pending';
  await take(deps, payout, isLost ? await send(deps, payout) : found, BY_PROCESSOR);
}

function take(
  { db, funds }: PayoutDeps,
  before: Payout,
  state: TransferState | Unknown,
  cause: Cause,
): Promise<Payout> {
  const { id } = before;
  return takeTransfer(
    {
      funds,
      moneyOf: (payout) => {
        const { accountId, amount, currency, clientReference: reference } = payout;
        const metadata = namesOf(payout);
        return { accountId, key: id, amount: amount ?? 0n, currency, reference, metadata };
      },
      save: (old, payout) =>
        db.transaction().execute(async (tx) => {
          if (!(await savePayout(tx, old, payout))) return false;
          const type = payout.status === 'failed' ? 'payout.failed' : 'payout.paid';
          await publishChange(tx, toResource, type, old, payout, cause);
          return true;
        }),
      reread: () => mustFind(db, id),
    },
    before,
    state,
    cause.requestId ?? `payout ${id}`,
  );
}

function namesOf({ id }: Payout): Readonly<Record<string, string>> {
  return { payout_id: toPublicId('payout', id) };
}

async function mustFind(db: Db, id: Uuid): Promise<Payout> {
  const payout = await findPayout(db, id);
  if (!payout) throw new Error(`payout ${id} does not exist`);
  return payout;
}
