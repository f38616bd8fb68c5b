import type { Uuid } from '@florin/contracts';
import { BALANCE_MINOR_MAX, type Currency } from '@florin/money';
import type { Charge, Line } from './charge.ts';

/**
 * An invoice grants credit, applies it, or returns it when it is closed; a credit note also grants
 * it. A seller adjusts it, and a part of it can expire.
 */
export type CreditKind =
  | 'granted'
  | 'applied'
  | 'returned'
  | 'credit_note'
  | 'adjusted'
  | 'expired';

/** Credit changes that invoices cause. */
export type InvoiceCredit = Exclude<CreditKind, 'credit_note' | 'adjusted' | 'expired'>;

/** Owner of credit with a seller: one of its customers, or an account that pays it. */
export interface CreditHolder {
  readonly sellerId: Uuid;
  readonly holderId: Uuid;
  readonly currency: Currency;
}

export interface CreditBalance {
  readonly currency: string;
  /** Minor units, never negative. */
  readonly balance: bigint;
}

/** A change of a holder's credit. */
export interface CreditEntry extends CreditHolder {
  readonly id: Uuid;
  readonly kind: CreditKind;
  /** Minor units; negative where credit was used. */
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  /** Null for a one-off invoice, and without an invoice. */
  readonly subscriptionId: Uuid | null;
  /** Null for changes by the seller and for expired credit. */
  readonly invoiceId: Uuid | null;
  /** The credit note that caused it; null if none did. */
  readonly creditNoteId: Uuid | null;
  /** Cause of the invoice's charge; `manual` or `expiry` without an invoice. */
  readonly cause: string;
  /** The seller's reason for an adjustment. */
  readonly reason: string | null;
  /** Null for credit that does not expire. */
  readonly expiresAt: Date | null;
  /** The grant that expired. */
  readonly grantId: Uuid | null;
  readonly createdAt: Date;
}

/** Maximum number of a holder's grants that have yet to expire. */
export const GRANTS_MAX = 100;

/** The seller grants credit, or takes some back if the amount is negative. */
export interface Adjustment {
  readonly amount: bigint;
  readonly reason: string;
  /** Only for grants; null for credit that does not expire. */
  readonly expiresAt: Date | null;
}

/** Reason why an adjustment must be refused; undefined if it is allowed. */
export function refusalOfAdjustment(balance: bigint, amount: bigint): string | undefined {
  const after = balance + amount;
  if (after > BALANCE_MINOR_MAX)
    return `amount: a customer's credit cannot exceed ${BALANCE_MINOR_MAX} minor units`;
  return after < 0n
    ? `amount: at most ${balance} (minor units) of credit can be taken back`
    : undefined;
}

/** A change that costs less than the paid value owes nothing; the rest becomes credit. */
export function withGrant(charge: Charge): Charge {
  if (charge.amount >= 0n) return charge;
  return withLine(charge, 'credit_granted', -charge.amount);
}

/** Pays a charge from the payer's credit, as far as that suffices. */
export function withCredit(charge: Charge, balance: bigint): Charge {
  const applied = balance < charge.amount ? balance : charge.amount;
  return applied > 0n ? withLine(charge, 'credit_applied', -applied) : charge;
}

/** Change of the payer's credit; 0 if there is none. */
export function creditChange({ lines }: { lines: readonly Line[] }, kind: InvoiceCredit): bigint {
  switch (kind) {
    case 'granted':
      return sumOf(lines, 'credit_granted');
    case 'applied':
      return sumOf(lines, 'credit_applied');
    case 'returned':
      return -sumOf(lines, 'credit_applied');
    default:
      return kind satisfies never;
  }
}

/** Adds a credit line: it refers to the purchase, but its amount is only credit. */
function withLine(charge: Charge, type: Line['type'], amount: bigint): Charge {
  const { plan, quantity, periodStartAt, periodEndAt } = charge.buys;
  const line: Line = {
    type,
    planId: plan.id,
    quantity,
    unitAmount: plan.amount,
    amount,
    startAt: periodStartAt,
    endAt: periodEndAt,
    remainingSeconds: null,
    periodSeconds: null,
  };
  return { ...charge, amount: charge.amount + amount, lines: [...charge.lines, line] };
}

function sumOf(lines: readonly Line[], type: Line['type']): bigint {
  return lines.reduce((sum, line) => (line.type === type ? sum + line.amount : sum), 0n);
}
