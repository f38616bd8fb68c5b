import type { Charge, Line } from '../charges/model.ts';

/**
 * What becomes of credit with an invoice: made by it, used for it, or given back with its end;
 * or made by a credit note.
 */
export type CreditKind = 'granted' | 'applied' | 'returned' | 'credit_note';

/** What invoices do by themselves. */
export type InvoiceCredit = Exclude<CreditKind, 'credit_note'>;

/** A change that is worth less than what was paid for owes nothing; the rest becomes credit. */
export function withGrant(charge: Charge): Charge {
  if (charge.amount >= 0n) return charge;
  return withLine(charge, 'credit_granted', -charge.amount);
}

/** Pays a charge from the credit that the payer has, as far as that goes. */
export function withCredit(charge: Charge, balance: bigint): Charge {
  const applied = balance < charge.amount ? balance : charge.amount;
  return applied > 0n ? withLine(charge, 'credit_applied', -applied) : charge;
}

/** By how much the payer's credit changes; 0 when it does not. */
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

/** The line belongs to what is bought; its amount is the credit's alone. */
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
