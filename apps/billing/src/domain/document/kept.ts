import type { documentKinds } from '@florin/contracts';
import { endOfDayLater } from '@florin/money';
import { noStanding } from '../books/model.ts';
import { type Invoice, isPartPaid, paidOf } from '../invoice/model.ts';

export type DocumentKind = (typeof documentKinds)[number];

/** The document of an invoice in one state of its money. Each state has its own file. */
export interface DocumentState {
  readonly kind: DocumentKind;
  /** Identifies the file among those of the invoice. */
  readonly state: string;
}

export const ISSUED: DocumentState = { kind: 'issued', state: 'issued' };

/** An invoice as it was issued, without later payments and refunds. */
export function asIssued(invoice: Invoice): Invoice {
  const { paidAt, finalizedAt, dueAt, dueDays, parties } = invoice;
  const isPaidAtOnce = paidAt !== null && finalizedAt !== null && paidAt <= finalizedAt;
  return {
    ...invoice,
    ...{ status: isPaidAtOnce ? 'paid' : 'open', paidAt: isPaidAtOnce ? paidAt : null },
    // Voiding clears the due date.
    dueAt:
      dueAt ??
      (finalizedAt === null || dueDays === null
        ? null
        : endOfDayLater(finalizedAt, parties?.seller.timezone ?? 'UTC', dueDays)),
    ...{ creditedOwed: 0n, standing: noStanding, outsidePayments: [] },
  };
}

/** The document of an invoice in its current state. */
export function currentState(invoice: Invoice): DocumentState {
  const { status, creditedOwed, standing, paidAt } = invoice;
  const kind = kindOf(invoice);
  if (kind === 'issued') return ISSUED;
  const parts = isPartPaid(invoice) ? [paidOf(invoice)] : [];
  const figures = [creditedOwed, standing.creditReturned, paidAt ?? '', ...parts];
  return { kind, state: [status, ...figures].join(':') };
}

function kindOf(invoice: Invoice): DocumentKind {
  const { status, creditedOwed } = invoice;
  if (status === 'void') return 'voided';
  if (status === 'uncollectible') return 'written_off';
  if (status === 'paid' && asIssued(invoice).status !== 'paid') return 'paid';
  if (creditedOwed > 0n) return 'credited';
  return isPartPaid(invoice) ? 'paid' : 'issued';
}
