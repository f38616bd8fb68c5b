import { type DisputeResource, type EventType, toPublicId, type Uuid } from '@florin/contracts';
import { type Currency, toJsonAmount } from '@florin/money';
import type { Charge } from '../charges/model.ts';
import type { DisputeState } from '../contract/model.ts';

/** A charge that its payer disputes. Minor units, instants in milliseconds since 1970. */
export interface Dispute {
  readonly id: Uuid;
  readonly version: bigint;
  readonly accountId: Uuid;
  readonly paymentId: Uuid;
  readonly chargeId: Uuid;
  /** Which invoice the money had paid; null for other payments. */
  readonly invoiceId: Uuid | null;
  /** Public id; null where the charge names no customer. */
  readonly customer: string | null;
  readonly livemode: boolean;
  /** The processor's own name for it. */
  readonly reference: string;
  readonly amount: bigint;
  readonly currency: Currency;
  /** Booked when it is settled, as all fees are. */
  readonly fee: bigint;
  readonly reason: string;
  readonly status: DisputeState['status'];
  readonly evidenceDueAt: number | null;
  readonly evidenceSubmittedAt: number | null;
  /** What the ledger has set aside, by the withdrawals from `withdrawalsFrom` to `withdrawals`. */
  readonly withdrawn: bigint;
  readonly withdrawals: number;
  readonly withdrawalsFrom: number;
  /** What those have come to; null while the money is only set aside. */
  readonly ended: 'paid' | 'returned' | null;
  /** The move that the ledger may have made: stored before it is asked, completed before any other. */
  readonly begun: Step | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A dispute of which a processor has told for the first time. */
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

/** A dispute after its processor was asked; the same object when nothing is new. */
export function learn(before: Dispute, state: DisputeState, now: number): Dispute {
  const { status, evidenceDueAt } = state;
  if (before.status === status && before.evidenceDueAt === evidenceDueAt) return before;
  return { ...before, version: before.version + 1n, status, evidenceDueAt, updatedAt: now };
}

/** What the ledger is to be asked next about the money of a dispute. */
export type Move =
  /** Set aside what is still missing; gone at once where the dispute is lost. */
  | {
      readonly kind: 'withdraw';
      readonly number: number;
      readonly amount: bigint;
      readonly ends: boolean;
    }
  /** What was set aside has gone, or is the account's again. */
  | {
      readonly kind: 'end';
      readonly outcome: 'paid' | 'returned';
      /** The last withdrawal that it ends. */
      readonly number: number;
    }
  /** What had gone comes back. */
  | { readonly kind: 'deposit'; readonly amount: bigint; readonly number: number }
  /** Lost after all: what was returned is to be withdrawn anew. */
  | { readonly kind: 'reopen' };

/** A move by its name: all else of it follows from the dispute. */
export type Step = 'withhold' | 'take' | 'pay' | 'return' | 'deposit' | 'reopen';

/**
 * The next move; undefined when the money is where the dispute's status wants it. One that has begun goes
 * on, whatever the bank has decided since: the ledger may have made it, and refuses another under its key.
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
  // One that a bank takes up again after it was lost goes on as if it were.
  return isLost || ended === 'paid' ? 'take' : 'withhold';
}

/** Whether a step that has begun was not completed by a process of an older version, which stores none. */
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

/** A dispute whose next move the ledger is about to be asked for. */
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

/** Whether a move is the next one still: another process may have completed it, and begun others. */
function isDue(dispute: Dispute, move: Move): boolean {
  const { withdrawals } = dispute;
  if (move.kind === 'withdraw') return move.number === withdrawals + 1;
  const isOfThese = move.kind === 'reopen' || move.number === withdrawals;
  return isOfThese && isPossible(dispute, stepOf(move));
}

/**
 * A dispute after the ledger has done what a move asks; the same object where that is counted already.
 * @param taken what a withdrawal has got
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

/** Whether the bank has still to decide. */
export function isOpen({ status }: Dispute): boolean {
  return status === 'needs_response' || status === 'under_review';
}

const DAY_MS = 86_400_000;

/**
 * When there is something to do about a dispute, in milliseconds since 1970; null once there is not. An
 * open one is asked about when evidence is no longer taken, and every day: what should have told may be lost.
 */
export function workAt(dispute: Dispute, now: number): number | null {
  if (nextMove(dispute)) return now;
  if (!isOpen(dispute)) return null;
  const { evidenceDueAt } = dispute;
  const tomorrow = now + DAY_MS;
  if (evidenceDueAt === null || evidenceDueAt <= now) return tomorrow;
  return Math.min(evidenceDueAt, tomorrow);
}

/** What a change of a dispute is called. */
export function eventOf(before: Dispute | undefined, after: Dispute): EventType {
  if (!before) return 'dispute.created';
  const hasEnded = before.status !== after.status;
  if (hasEnded && (after.status === 'won' || after.status === 'lost'))
    return `dispute.${after.status}`;
  return 'dispute.updated';
}

/** A dispute as clients see it. */
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
