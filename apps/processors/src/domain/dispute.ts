import { type DisputeResource, type EventType, toPublicId, type Uuid } from '@florin/contracts';
import { type Currency, toJsonAmount } from '@florin/money';
import type { DisputeState } from '../contract/model.ts';
import type { Charge } from './charge.ts';

/** A disputed charge. Amounts are minor units, instants milliseconds since 1970. */
export interface Dispute {
  readonly id: Uuid;
  readonly version: bigint;
  readonly accountId: Uuid;
  readonly paymentId: Uuid;
  readonly chargeId: Uuid;
  /** The invoice that the charge paid; null for other payments. */
  readonly invoiceId: Uuid | null;
  /** Public id; null if the charge names no customer. */
  readonly customer: string | null;
  readonly livemode: boolean;
  /** The processor's id. */
  readonly reference: string;
  readonly amount: bigint;
  readonly currency: Currency;
  /** Booked at settlement, like all fees. */
  readonly fee: bigint;
  readonly reason: string;
  readonly status: DisputeState['status'];
  readonly evidenceDueAt: number | null;
  readonly evidenceSubmittedAt: number | null;
  /** Money set aside by the ledger, in withdrawals `withdrawalsFrom` to `withdrawals`. */
  readonly withdrawn: bigint;
  readonly withdrawals: number;
  readonly withdrawalsFrom: number;
  /** Final outcome of these withdrawals; null while the money is only set aside. */
  readonly ended: 'paid' | 'returned' | null;
  /** A move that the ledger may have made: stored before the call, completed before any other. */
  readonly begun: Step | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A new dispute from its first notice. */
export function open(id: Uuid, charge: Charge, state: DisputeState, now: number): Dispute {
  return {
    id,
    version: 1n,
    accountId: charge.merchant.accountId,
    paymentId: charge.paymentId,
    chargeId: charge.id,
    invoiceId: charge.invoiceId,
    customer: charge.customer,
    livemode: charge.livemode,
    reference: state.reference,
    // A bank may dispute less than was paid, never more.
    amount: (state.amount < charge.amount ? state : charge).amount,
    currency: charge.currency,
    fee: state.fee,
    reason: state.reason,
    status: state.status,
    evidenceDueAt: state.evidenceDueAt,
    evidenceSubmittedAt: null,
    withdrawn: 0n,
    withdrawals: 0,
    withdrawalsFrom: 1,
    ended: null,
    begun: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Applies the processor's state; the same object if nothing has changed. */
export function learn(before: Dispute, state: DisputeState, now: number): Dispute {
  const { status, evidenceDueAt } = state;
  if (before.status === status && before.evidenceDueAt === evidenceDueAt) return before;
  return { ...before, version: before.version + 1n, status, evidenceDueAt, updatedAt: now };
}

/** The next move of the dispute's money in the ledger. */
export type Move =
  /** Sets aside what is still missing; final at once if the dispute is lost. */
  | {
      readonly kind: 'withdraw';
      readonly number: number;
      readonly amount: bigint;
      readonly ends: boolean;
    }
  /** Pays out the set-aside money, or returns it to the account. */
  | {
      readonly kind: 'end';
      readonly outcome: 'paid' | 'returned';
      /** The last withdrawal that it ends. */
      readonly number: number;
    }
  /** Returns money that was paid out. */
  | { readonly kind: 'deposit'; readonly amount: bigint; readonly number: number }
  /** Lost after a return: the money must be withdrawn again. */
  | { readonly kind: 'reopen' };

/** A move by name; everything else follows from the dispute. */
export type Step = 'withhold' | 'take' | 'pay' | 'return' | 'deposit' | 'reopen';

/**
 * The next move; undefined if the money matches the status. A begun move is completed even if the
 * bank has decided since: the ledger may have made it, and refuses another under its key.
 */
export function nextMove(dispute: Dispute): Move | undefined {
  const { begun } = dispute;
  const step = begun !== null && isPossible(dispute, begun) ? begun : nextStep(dispute);
  return step && toMove(dispute, step);
}

function nextStep(dispute: Dispute): Step | undefined {
  const { status, ended, amount, withdrawn, withdrawals, withdrawalsFrom } = dispute;
  const hasWithdrawn = withdrawals >= withdrawalsFrom;
  if (status === 'won') {
    if (ended === 'returned' || !hasWithdrawn) return undefined;
    return ended === 'paid' ? 'deposit' : 'return';
  }
  if (ended === 'returned') return 'reopen';
  const isLost = status === 'lost';
  if (isLost && ended === null && hasWithdrawn) return 'pay';
  if (amount === withdrawn) return undefined;
  // A dispute reopened after a loss continues as lost.
  return isLost || ended === 'paid' ? 'take' : 'withhold';
}

/** False if an older version, which stores no begun moves, has completed the step since. */
function isPossible({ ended, amount, withdrawn }: Dispute, step: Step): boolean {
  switch (step) {
    case 'withhold':
    case 'take':
      return ended !== 'returned' && withdrawn < amount;
    case 'pay':
    case 'return':
      return ended === null;
    case 'deposit':
      return ended === 'paid';
    case 'reopen':
      return ended === 'returned';
    default:
      return step satisfies never;
  }
}

function toMove({ amount, withdrawn, withdrawals }: Dispute, step: Step): Move {
  switch (step) {
    case 'withhold':
    case 'take': {
      const number = withdrawals + 1;
      return { kind: 'withdraw', number, amount: amount - withdrawn, ends: step === 'take' };
    }
    case 'pay':
      return { kind: 'end', outcome: 'paid', number: withdrawals };
    case 'return':
      return { kind: 'end', outcome: 'returned', number: withdrawals };
    case 'deposit':
      return { kind: 'deposit', amount: withdrawn, number: withdrawals };
    case 'reopen':
      return { kind: 'reopen' };
    default:
      return step satisfies never;
  }
}

/** The dispute with its next move marked as begun. */
export function begin(dispute: Dispute, move: Move): Dispute {
  return { ...dispute, begun: stepOf(move) };
}

export function stepOf(move: Move): Step {
  switch (move.kind) {
    case 'withdraw':
      return move.ends ? 'take' : 'withhold';
    case 'end':
      return move.outcome === 'paid' ? 'pay' : 'return';
    case 'deposit':
    case 'reopen':
      return move.kind;
    default:
      return move satisfies never;
  }
}

/** Whether a move is still next: another process may have completed it and begun others. */
function isDue(dispute: Dispute, move: Move): boolean {
  const { withdrawals } = dispute;
  if (move.kind === 'withdraw') return move.number === withdrawals + 1;
  const isOfThese = move.kind === 'reopen' || move.number === withdrawals;
  return isOfThese && isPossible(dispute, stepOf(move));
}

/**
 * Applies a completed move; the same object if it is already included.
 * @param taken amount of a withdrawal
 */
export function moved(dispute: Dispute, move: Move, taken: bigint, now: number): Dispute {
  if (!isDue(dispute, move)) return dispute;
  const before = { ...dispute, begun: null };
  switch (move.kind) {
    case 'withdraw':
      return {
        ...before,
        version: before.version + 1n,
        withdrawn: before.withdrawn + taken,
        withdrawals: move.number,
        ended: move.ends ? 'paid' : before.ended,
        updatedAt: now,
      };
    case 'end':
      return { ...before, ended: move.outcome };
    case 'deposit':
      return { ...before, ended: 'returned' };
    case 'reopen':
      return { ...before, ended: null, withdrawn: 0n, withdrawalsFrom: before.withdrawals + 1 };
    default:
      return move satisfies never;
  }
}

/** Whether the bank has not decided yet. */
export function isOpen({ status }: Dispute): boolean {
  return status === 'needs_response' || status === 'under_review';
}

const DAY_MS = 86_400_000;

/**
 * Time of the next work on a dispute, in milliseconds since 1970; null if none. An open one is
 * polled at its evidence deadline and daily, since notices can get lost.
 */
export function workAt(dispute: Dispute, now: number): number | null {
  if (nextMove(dispute)) return now;
  if (!isOpen(dispute)) return null;
  const { evidenceDueAt } = dispute;
  const tomorrow = now + DAY_MS;
  if (evidenceDueAt === null || evidenceDueAt <= now) return tomorrow;
  return Math.min(evidenceDueAt, tomorrow);
}

/** Event type of a change. */
export function eventOf(before: Dispute | undefined, after: Dispute): EventType {
  if (!before) return 'dispute.created';
  const hasEnded = before.status !== after.status;
  if (hasEnded && (after.status === 'won' || after.status === 'lost'))
    return `dispute.${after.status}`;
  return 'dispute.updated';
}

/** The dispute as shown to clients. */
export function toResource(dispute: Dispute): DisputeResource {
  const { evidenceDueAt, evidenceSubmittedAt } = dispute;
  return {
    id: toPublicId('dispute', dispute.id),
    object: 'dispute',
    livemode: dispute.livemode,
    account_id: toPublicId('account', dispute.accountId),
    payment_id: toPublicId('paymentRequest', dispute.paymentId),
    invoice_id: dispute.invoiceId && toPublicId('invoice', dispute.invoiceId),
    customer_id: dispute.customer,
    amount: toJsonAmount(dispute.amount),
    currency: dispute.currency,
    status: dispute.status,
    reason: dispute.reason,
    fee: toJsonAmount(dispute.fee),
    withheld: toJsonAmount(dispute.ended === 'returned' ? 0n : dispute.withdrawn),
    evidence_due_at: toIso(evidenceDueAt),
    evidence_submitted_at: toIso(evidenceSubmittedAt),
    created_at: new Date(dispute.createdAt).toISOString(),
    updated_at: new Date(dispute.updatedAt).toISOString(),
  };
}

function toIso(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
