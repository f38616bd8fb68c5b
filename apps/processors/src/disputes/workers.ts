import { AppError, toPublicId } from '@florin/contracts';
import type { Worker } from '@florin/service';
import { findCharge } from '../charges/queries.ts';
import { type Dispute, isOpen, type Move, moved, nextMove, stepOf } from '../domain/dispute.ts';
import type { Funds } from '../domain/funds.ts';
import { eachDue } from '../due/workers.ts';
import { BY_PROCESSOR } from '../events.ts';
import type { NoticeHandler } from '../notices/workers.ts';
import { change, type DisputeDeps, refresh } from './operations.ts';
import { saveBegun, takeToMove, workInTime, workLater } from './queries.ts';

export interface DisputeWorkDeps extends DisputeDeps {
  readonly funds: Funds;
}

/** Moves the money of disputes as their status requires. */
export function disputeWorkers(deps: DisputeWorkDeps): readonly Worker[] {
  return [
    eachDue({
      name: 'withholding the money of disputes',
      take: (rowsMax) => takeToMove(deps.db, rowsMax),
      work: (dispute) => work(deps, dispute),
      restMs: 500,
      restMsMax: 5_000,
      restAfterErrorMs: 2_000,
    }),
  ];
}

async function work(deps: DisputeWorkDeps, dispute: Dispute): Promise<void> {
  const { db, funds } = deps;
  let now = nextMove(dispute) || !isOpen(dispute) ? dispute : await askProcessor(deps, dispute);
  for (let move = nextMove(now); move; move = nextMove(now)) {
    // Changed meanwhile; the change has set the time of the next move.
    if (!(await saveBegun(db, now, stepOf(move)))) return;
    const taken = await ask(funds, now, move);
    if (taken === undefined) return workLater(db, now);
    const done = move;
    const { version } = now;
    now = await change(db, now.id, BY_PROCESSOR, (it) => moved(it, done, taken, Date.now()));
    // Likewise, another process may make the next move.
    if (now.version !== version) return;
  }
  await workInTime(db, now);
}

/** Fetches the bank's latest decision. */
async function askProcessor({ db, registry }: DisputeWorkDeps, dispute: Dispute): Promise<Dispute> {
  const charge = await findCharge(db, dispute.chargeId);
  const processor = charge && registry.of(charge);
  if (!processor) return dispute;
  return (await refresh(db, processor, dispute.reference, charge.merchant)) ?? dispute;
}

/** Calls the ledger for a move; returns the moved amount, or undefined if there is no money. */
async function ask(funds: Funds, dispute: Dispute, move: Move): Promise<bigint | undefined> {
  const { id, accountId, currency, withdrawals, withdrawalsFrom } = dispute;
  const requestId = `dispute ${id}`;
  const common = { accountId, currency, reference: null, metadata: namesOf(dispute) };
  switch (move.kind) {
    case 'withdraw':
      return funds
        .withdraw(
          {
            ...common,
            key: `${id}:${move.number}`,
            amount: move.amount,
            amountMin: 1n,
            purpose: 'dispute',
            ends: move.ends,
          },
          requestId,
        )
        .then(({ amount }) => amount, undefinedIfTooLittle);
    case 'end':
      for (let number = withdrawalsFrom; number <= withdrawals; number += 1)
        await funds.end({ accountId, key: `${id}:${number}` }, move.outcome, requestId);
      return 0n;
    case 'deposit':
      await funds.deposit(
        { ...common, key: `${id}:won:${move.number}`, amount: move.amount },
        requestId,
      );
      return 0n;
    case 'reopen':
      return 0n;
    default:
      return move satisfies never;
  }
}

function undefinedIfTooLittle(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'insufficient_funds') throw error;
}

function namesOf({ id, paymentId }: Dispute): Readonly<Record<string, string>> {
  return {
    dispute_id: toPublicId('dispute', id),
    payment_id: toPublicId('paymentRequest', paymentId),
  };
}

/** Handles a new or changed dispute at its processor. */
export function onDisputeNotice({ db, registry }: DisputeDeps): NoticeHandler {
  return async (notice) => {
    const processor = registry.find(notice.processor);
    if (!processor) return false;
    const merchant = { accountId: '', reference: notice.merchantReference };
    return (await refresh(db, processor, notice.reference, merchant)) !== undefined;
  };
}
