import type { Uuid } from '@florin/contracts';
import type { Entry, EntryKind, Fact } from '../books/model.ts';
import { changed, type Invoice, type InvoiceChange, keptOf, least } from './model.ts';
import { booked } from './money.ts';

/** Amount that can still be refunded: received in Florin and not returned; minor units. */
export function refundableOf(invoice: Invoice): bigint {
  const { paid, refunded, withheld, lost } = invoice.standing;
  const { outsidePayments, outsideReference } = invoice;
  // Without a payment in Florin there is none to refund, which its processor knows.
  const outside = outsideReference === null ? outsidePayments : [];
  const unreachable = outside.reduce((sum, { amount }) => sum + amount, 0n);
  const money = paid - unreachable - refunded - withheld - lost;
  const left = least(money, keptOf(invoice));
  return left > 0n ? left : 0n;
}

/** A refund of an invoice, done or in progress. */
export interface RefundClaim {
  /** Public id of the refund. */
  readonly source: string;
  /** Minor units. */
  readonly amount: bigint;
}

/** Reserves money for a refund. */
export function refund(invoice: Invoice, claim: RefundClaim, at: number): InvoiceChange {
  const after = { type: 'invoice.refunded', invoice: changed(invoice, at) } as const;
  return booked(after, [{ kind: 'refunded', ...claim }]);
}

/** Releases the money of a failed refund. */
export function keepRefund(invoice: Invoice, claim: RefundClaim, at: number): InvoiceChange {
  const after = { type: 'invoice.recovered', invoice: changed(invoice, at) } as const;
  return booked(after, [{ kind: 'refunded', undone: true, ...claim }]);
}

/**
 * Money of a disputed payment: withheld by the bank until it decides, lost, or kept by the seller.
 */
export type DisputedMoney = 'withheld' | 'lost' | 'kept';

/** Amounts of a dispute in the books; minor units. */
export interface KnownDispute {
  readonly withheld: bigint;
  readonly lost: bigint;
}

/**
 * Records that a dispute began or was decided.
 * @param amount amount of the dispute, in minor units
 * @returns undefined if the books have it already
 */
export function dispute(
  invoice: Invoice,
  known: KnownDispute,
  { source, amount, money }: RefundClaim & { readonly money: DisputedMoney },
  at: number,
): InvoiceChange | undefined {
  const wanted = {
    withheld: money === 'withheld' ? amount : 0n,
    lost: money === 'lost' ? amount : 0n,
  };
  const facts = (['withheld', 'lost'] as const).flatMap((kind): readonly Fact[] => {
    if (known[kind] === wanted[kind]) return [];
    return [
      ...(known[kind] > 0n ? [{ kind, source, undone: true as const, amount: known[kind] }] : []),
      ...(wanted[kind] > 0n ? [{ kind, source, amount: wanted[kind] }] : []),
    ];
  });
  if (facts.length === 0) return undefined;
  const type = money === 'kept' ? 'invoice.recovered' : 'invoice.disputed';
  return booked({ type, invoice: changed(invoice, at) }, facts);
}

/** Sum of the entries of a kind, for one refund or dispute; minor units. */
export function amountOf(entries: readonly Entry[], kind: EntryKind, source: string): bigint {
  return entries.reduce(
    (sum, entry) => (entry.kind === kind && entry.source === source ? sum + entry.amount : sum),
    0n,
  );
}

/**
 * Whether a payment paid this invoice: sellers can write any invoice's id into their own payments.
 */
export function isPaidBy(
  { sellerId, status, payment, standing }: Invoice,
  by: { readonly accountId: Uuid; readonly paymentId: Uuid; readonly amountPaid: string },
): boolean {
  if (sellerId !== by.accountId || status !== 'paid') return false;
  return payment === null ? standing.paid === BigInt(by.amountPaid) : payment.id === by.paymentId;
}
