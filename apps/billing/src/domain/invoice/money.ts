import { toPublicId, type Uuid } from '@florin/contracts';
import type { LineTax } from '@florin/tax';
import { type CashPlace, type Fact, standingAfter } from '../books/model.ts';
import { isBought } from '../charge.ts';
import {
  changed,
  creditAppliedTo,
  type Invoice,
  type InvoiceChange,
  isPartPaid,
  least,
  type OutsidePayment,
  openOf,
  paidOf,
} from './model.ts';

/** A gapless number, and its text on documents. */
export interface InvoiceNumber {
  readonly number: bigint;
  readonly documentNumber: string;
}

/** Finalizes a draft under its number. */
export function finalize(
  invoice: Invoice,
  { number, documentNumber }: InvoiceNumber,
  at: number,
): InvoiceChange {
  const opened = changed(invoice, at);
  return booked(
    {
      type: 'invoice.created',
      invoice: { ...opened, number, documentNumber, status: 'open', finalizedAt: at },
    },
    [finalizedFact(invoice)],
  );
}

/** The sale of an invoice as a fact for the books. */
export function finalizedFact({ amount, lines }: Invoice): Fact {
  const sales = lines.filter(isBought).map(({ tax, amount: net, startAt, endAt }) => ({
    net: tax?.net ?? net,
    taxes: tax?.taxes ?? [],
    startAt,
    endAt,
  }));
  const creditApplied = creditAppliedTo({ lines });
  const creditGranted = lines.reduce(
    (sum, line) => (line.type === 'credit_granted' ? sum + line.amount : sum),
    0n,
  );
  return { kind: 'finalized', amount, sales, creditApplied, creditGranted };
}

/** A change with its facts for the books. */
export function booked({ invoice, type }: InvoiceChange, facts: readonly Fact[]): InvoiceChange {
  const standing = standingAfter(invoice.standing, facts);
  return { type, invoice: { ...invoice, standing }, facts };
}

/**
 * Records received money, whatever the status. A remainder that is unpaid because applied credit
 * was returned is written off; a surplus becomes credit.
 */
export function pay(
  invoice: Invoice,
  { transactionId, amount = openOf(invoice) }: Payment,
  at: number,
): InvoiceChange | undefined {
  const { status } = invoice;
  if (status === 'paid') return undefined;
  const isSent = invoice.payment !== null;
  const missing = openOf(invoice) - amount;
  const facts: readonly Fact[] = [
    ...reopenedFacts(invoice),
    { kind: 'paid', amount, place: placeOf(invoice) },
    ...(missing > 0n ? [{ kind: 'written_off' as const, amount: missing }] : []),
    ...(missing < 0n ? [{ kind: 'overpaid' as const, amount: -missing }] : []),
  ];
  return booked(
    {
      type: 'invoice.paid',
      invoice: {
        ...changed(invoice, at),
        status: 'paid',
        transactionId,
        failureReason: null,
        declineCode: null,
        paidAt: at,
        paymentState: isSent ? 'ended' : 'none',
      },
    },
    facts,
  );
}

/** A payment of an invoice. */
export interface Payment {
  readonly transactionId: Uuid | null;
  /** Minor units; absent for the full open amount. */
  readonly amount?: bigint;
}

export function placeOf({ outsideReference, payerAccountId }: Invoice): CashPlace {
  if (outsideReference !== null) return 'outside';
  return payerAccountId === null ? 'processor' : 'balance';
}

/** The sale and the debt count again. */
function reopenedFacts({ status, standing }: Invoice): readonly Fact[] {
  if (status === 'void') return [{ kind: 'voided', undone: true, amount: 0n }];
  const { writtenOff: amount } = standing;
  return amount > 0n ? [{ kind: 'written_off', undone: true, amount }] : [];
}

/**
 * Closes an invoice without payment; its payment request is canceled in the ledger afterwards. A
 * partly paid invoice is never void: its payments stay, and the rest is written off.
 */
export function close(
  invoice: Invoice,
  as: 'void' | 'uncollectible',
  at: number,
): InvoiceChange | undefined {
  const status = isPartPaid(invoice) ? 'uncollectible' : as;
  const isGivenUp = invoice.status === 'uncollectible' && status === 'void';
  if (invoice.status !== 'open' && !isGivenUp) return undefined;
  const paymentState = invoice.paymentState === 'open' ? 'to_cancel' : invoice.paymentState;
  const returned = invoice.status === 'open' ? creditAppliedTo(invoice) : 0n;
  const amount = openOf(invoice) + returned;
  return booked(
    {
      type: status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible',
      invoice: { ...changed(invoice, at), status, dueAt: null, paymentState },
    },
    [
      ...(returned > 0n ? [{ kind: 'credit_returned' as const, amount: returned }] : []),
      ...(isGivenUp ? reopenedFacts(invoice) : []),
      status === 'void' ? { kind: 'voided', amount: 0n } : { kind: 'written_off', amount },
    ],
  );
}

/** Reason why a seller cannot void an invoice of which a part was paid; undefined if none was. */
export function refusalOfVoid(invoice: Invoice): string | undefined {
  return isPartPaid(invoice)
    ? `this invoice is partly paid: ${paidOf(invoice)} (minor units) were received; credit the open amount with a credit note, which makes the invoice paid, or write it off`
    : undefined;
}

/** Reason why {@link close} changes nothing, as a message. */
export function refusalOfClose(
  { status }: Pick<Invoice, 'status'>,
  as: 'void' | 'uncollectible',
): string {
  switch (status) {
    case 'draft':
      return 'this invoice is a draft and is not owed; delete it with DELETE';
    case 'paid':
      return 'this invoice is paid; refund it or credit it instead';
    case 'void':
      return 'this invoice is already void';
    case 'open':
    case 'uncollectible':
      return `this invoice is already ${status} and cannot become ${as}`;
    default:
      return status satisfies never;
  }
}

/** A change of plan granted a part of the payment as credit; its invoice has this public id. */
export function grant(
  invoice: Invoice,
  { amount, by }: { readonly amount: bigint; readonly by: string },
  at: number,
): InvoiceChange {
  const after = { type: 'invoice.updated', invoice: changed(invoice, at) } as const;
  return booked(after, [{ kind: 'granted', source: by, amount }]);
}

/**
 * The customer paid outside Florin: in cash, or by transfer to another bank. Less than the open
 * amount leaves the status unchanged.
 */
export function payOutside(invoice: Invoice, payment: OutsidePayment): InvoiceChange | undefined {
  const { amount, reference, at } = payment;
  const after = { ...invoice, outsidePayments: [...invoice.outsidePayments, payment] };
  if (amount >= openOf(invoice))
    return pay({ ...after, outsideReference: reference }, { transactionId: null, amount }, at);
  const paid: Fact = { kind: 'paid', amount, place: 'outside' };
  return booked(
    { type: 'invoice.updated', invoice: changed(after, at) },
    invoice.status === 'uncollectible' ? rewritten(invoice, paid, amount) : [paid],
  );
}

/** A written-off debt that a payment or a credit note lowers. */
function rewritten({ standing }: Pick<Invoice, 'standing'>, by: Fact, amount: bigint): Fact[] {
  const { writtenOff } = standing;
  const left = writtenOff - least(writtenOff, amount);
  return [
    { kind: 'written_off', undone: true, amount: writtenOff },
    by,
    ...(left > 0n ? [{ kind: 'written_off' as const, amount: left }] : []),
  ];
}

/** Fields of a credit note that the books need; amounts are minor units. */
export interface BookedNote {
  readonly id: Uuid;
  readonly documentNumber: string | null;
  readonly destination: 'invoice' | 'balance' | 'card' | 'outside';
  readonly amount: bigint;
  readonly lines: readonly { readonly net: bigint; readonly taxes: readonly LineTax[] }[];
}

const destinations = {
  invoice: { to: 'receivables' },
  balance: { to: 'customer_credit' },
  card: { to: 'cash', place: 'processor' },
  outside: { to: 'cash', place: 'outside' },
} as const;

/** Takes back a part of a sale. It names no period, so all of it counts at once. */
export function creditedFact(
  { id, documentNumber, destination, amount, lines }: BookedNote,
  at: number,
): Fact {
  const sales = lines.map(({ net, taxes }) => ({ net, taxes, startAt: at, endAt: at }));
  const source = toPublicId('creditNote', id);
  const document = documentNumber ?? source;
  return { kind: 'credited', source, document, amount, sales, ...destinations[destination] };
}

/** Facts of a credit note of this invoice, which also lowers a written-off debt. */
export function creditedFacts(
  { status, standing }: Pick<Invoice, 'status' | 'standing'>,
  note: BookedNote,
  at: number,
): readonly Fact[] {
  const { writtenOff } = standing;
  const credited = creditedFact(note, at);
  if (status !== 'uncollectible' || writtenOff === 0n) return [credited];
  return rewritten({ standing }, credited, note.amount);
}
