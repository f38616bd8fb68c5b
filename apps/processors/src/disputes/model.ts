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
  | { readonly kind: 'end'; readonly outcome: 'paid' | 'returned' }
  /** What had gone comes back. */
  | { readonly kind: 'deposit'; readonly amount: bigint }
  /** Lost after all: what was returned is to be withdrawn anew. */
  | { readonly kind: 'reopen' };

/** The next move; undefined when the money is where the dispute's status wants it. */
export function nextMove(dispute: Dispute): Move | undefined {
  const { status, ended, amount, withdrawn, withdrawals, withdrawalsFrom } = dispute;
  const hasWithdrawn = withdrawals >= withdrawalsFrom;
  if (status === 'won') {
    if (ended === 'returned' || !hasWithdrawn) return undefined;
    return ended === 'paid'
      ? { kind: 'deposit', amount: withdrawn }
      : { kind: 'end', outcome: 'returned' };
  }
  if (ended === 'returned') return { kind: 'reopen' };
  const isLost = status === 'lost';
  if (isLost && ended === null && hasWithdrawn) return { kind: 'end', outcome: 'paid' };
  const missing = amount - withdrawn;
  if (missing === 0n) return undefined;
  // One that a bank takes up again after it was lost goes on as if it were.
  const ends = isLost || ended === 'paid';
  return { kind: 'withdraw', number: withdrawals + 1, amount: missing, ends };
}

/** A dispute after the ledger has done what a move asks; `taken` is what a withdrawal has got. */
export function moved(before: Dispute, move: Move, taken: bigint, now: number): Dispute {
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
