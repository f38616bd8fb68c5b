import type { Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';
import type { Charge, Line } from './charge.ts';

/**
 * An invoice grants credit, applies it, or returns it when it is closed; a credit note also grants
 * it.
 */
export type CreditKind = 'granted' | 'applied' | 'returned' | 'credit_note';

/** Credit changes that invoices cause. */
export type InvoiceCredit = Exclude<CreditKind, 'credit_note'>;

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
  /** Null for a one-off invoice. */
  readonly subscriptionId: Uuid | null;
  readonly invoiceId: Uuid;
  /** The credit note that caused it; null for an invoice. */
  readonly creditNoteId: Uuid | null;
  /** Cause of the invoice's charge. */
  readonly cause: string;
  readonly createdAt: Date;
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
