import type { Charge, Line } from '../charges/model.ts';

/**
 * An invoice grants credit, applies it, or returns it when it is closed; a credit note also grants
 * it.
 */
export type CreditKind = 'granted' | 'applied' | 'returned' | 'credit_note';

/** Credit changes that invoices cause. */
export type InvoiceCredit = Exclude<CreditKind, 'credit_note'>;

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
