import { bookEntryTypes, type Uuid } from '@florin/contracts';
import type { LineTax } from '@florin/tax';

/** Accounts of the receivables ledger. A bookkeeper maps them to their own chart of accounts. */
export const bookAccounts = [
  'receivables',
  'revenue',
  'tax_payable',
  'customer_credit',
  'granted_credit',
  'cash',
  'refunds',
  'withheld',
  'bad_debt',
] as const;
export type BookAccount = (typeof bookAccounts)[number];

/** Where the money of a payment is: with a payment processor, in a balance here, or outside of Florin. */
export const cashPlaces = ['processor', 'balance', 'outside'] as const;
export type CashPlace = (typeof cashPlaces)[number];

/** One side of an entry. */
export interface Posting {
  readonly account: BookAccount;
  /** Minor units: debits are positive, credits negative. */
  readonly amount: bigint;
  /** Rate and taxable amount on `tax_payable`; the taxable amount also has the sign of a debit. */
  readonly tax?: LineTax;
  /** Service period, on `revenue`, in milliseconds since 1970; earned in a straight line. */
  readonly startAt?: number;
  readonly endAt?: number;
  /** Set on `cash`. */
  readonly place?: CashPlace;
}

/** Kinds of entries that have a credit entry instead of an invoice. */
const creditKinds = ['credit_adjusted', 'credit_expired'] as const;

/** Kinds of entries; those of an invoice change one figure of its {@link Standing}, or a sale. */
export const entryKinds = [...bookEntryTypes, ...creditKinds] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Kinds of entries of an invoice. */
export type InvoiceEntryKind = (typeof bookEntryTypes)[number];

/** A sale by one invoice line, or the credited part of one; minor units. */
export interface Sale {
  readonly net: bigint;
  readonly taxes: readonly LineTax[];
  readonly startAt: number;
  readonly endAt: number;
}

/** A change to the money of an invoice, or to credit. Amounts are positive minor units. */
export type Fact =
  /** The seller granted credit, or took some back: a negative amount. `source` is the entry's id. */
  | { readonly kind: 'credit_adjusted'; readonly source: string; readonly amount: bigint }
  /** The rest of a grant ended. */
  | { readonly kind: 'credit_expired'; readonly source: string; readonly amount: bigint }
  | {
      readonly kind: 'finalized';
      readonly amount: bigint;
      readonly sales: readonly Sale[];
      readonly creditApplied: bigint;
      readonly creditGranted: bigint;
    }
  | { readonly kind: 'paid'; readonly amount: bigint; readonly place: CashPlace }
  | { readonly kind: 'credit_returned'; readonly amount: bigint }
  /** A payment was larger than the amount due; the surplus became the customer's credit. */
  | { readonly kind: 'overpaid'; readonly amount: bigint }
  | {
      readonly kind: 'credited';
      /** The public id of the credit note. */
      readonly source: string;
      /** Number that documents show. */
      readonly document: string;
      readonly amount: bigint;
      readonly sales: readonly Sale[];
      readonly to: 'receivables' | 'customer_credit' | 'cash';
      readonly place?: CashPlace;
    }
  /** Takes back everything that is left of the sale. */
  | { readonly kind: 'voided'; readonly amount: 0n }
  | { readonly kind: 'written_off'; readonly amount: bigint }
  /** `source` is the public id of a refund or a dispute. */
  | {
      readonly kind: 'refunded' | 'withheld' | 'lost';
      readonly source: string;
      readonly amount: bigint;
    }
  /**
   * The refund of a credit note failed, so its amount becomes credit; `source` is the note's public
   * id.
   */
  | { readonly kind: 'recredited'; readonly source: string; readonly amount: bigint }
  /**
   * A later invoice granted credit for a part of the payment; `source` is its public id, and it
   * holds the postings.
   */
  | { readonly kind: 'granted'; readonly source: string; readonly amount: bigint }
  /** Reverses the invoice's entry of this kind; `source` selects one where there are several. */
  | {
      readonly kind: 'voided' | 'written_off' | 'refunded' | 'withheld' | 'lost';
      readonly undone: true;
      readonly source?: string;
      /** The amount that is reversed. */
      readonly amount: bigint;
    };

/** An entry of the books: its postings add up to zero. Entries are never changed. */
export interface Entry {
  readonly kind: EntryKind;
  /** A credit note, refund, dispute or credit entry, by its public id; null for the invoice. */
  readonly source: string | null;
  /** Change of the figure of this kind, in minor units; negative for a reversal. */
  readonly amount: bigint;
  readonly postings: readonly Posting[];
}

/** An entry as it was recorded. */
export interface StoredEntry extends Entry {
  readonly position: bigint;
  /** The invoice, or the credit entry of an entry without an invoice. */
  readonly invoiceId: Uuid;
  readonly sequence: number;
  readonly holderId: Uuid;
  readonly currency: string;
  readonly document: string;
  /** Milliseconds since 1970, by the invoice's clock. */
  readonly at: number;
  /** In the seller's calendar (ISO 8601); null if that is unknown. */
  readonly day: string | null;
  readonly requestId: string | null;
}

/** The money of an invoice: sums of its entries, in minor units. */
export interface Standing {
  /** Number of entries. */
  readonly entries: number;
  /** Money received, including what was refunded or lost later. */
  readonly paid: bigint;
  /** Part of the payments that exceeded the amount due and became credit. */
  readonly overpaid: bigint;
  /** Applied credit that was returned when the invoice was closed. */
  readonly creditReturned: bigint;
  readonly writtenOff: bigint;
  /** Part of the payment that later invoices granted as credit for unused time. */
  readonly granted: bigint;
  /** Money refunded, or being refunded. */
  readonly refunded: bigint;
  /** Money that banks withhold until a dispute is decided. */
  readonly withheld: bigint;
  /** Money lost in disputes. */
  readonly lost: bigint;
}

/** Standing of an invoice without entries. */
export const noStanding: Standing = {
  entries: 0,
  paid: 0n,
  overpaid: 0n,
  creditReturned: 0n,
  writtenOff: 0n,
  granted: 0n,
  refunded: 0n,
  withheld: 0n,
  lost: 0n,
};

const figures = {
  paid: 'paid',
  overpaid: 'overpaid',
  credit_returned: 'creditReturned',
  written_off: 'writtenOff',
  granted: 'granted',
  refunded: 'refunded',
  withheld: 'withheld',
  lost: 'lost',
} as const satisfies Partial<Record<EntryKind, keyof Standing>>;

/** Whether an entry is about an invoice, and not about a credit entry. */
export function isOfInvoice<Any extends Pick<Entry, 'kind'>>(
  entry: Any,
): entry is Any & { readonly kind: InvoiceEntryKind } {
  return !creditKinds.some((kind) => kind === entry.kind);
}

/** The standing after more facts. */
export function standingAfter(before: Standing, facts: readonly Fact[]): Standing {
  return facts.reduce<Standing>(
    (standing, fact) => moved(standing, fact.kind, changeOf(fact)),
    before,
  );
}

/** Change of the figure of the fact's kind. */
export function changeOf(fact: Fact): bigint {
  return 'undone' in fact ? -fact.amount : fact.amount;
}

/** Public id of the credit note, refund or dispute of a fact; null for the invoice itself. */
export function sourceOf(fact: Fact): string | null {
  return ('source' in fact ? fact.source : undefined) ?? null;
}

/** The standing that entries add up to. */
export function standingOf(entries: readonly Entry[]): Standing {
  return entries.reduce<Standing>(
    (standing, { kind, amount }) => moved(standing, kind, amount),
    noStanding,
  );
}

function moved(before: Standing, kind: EntryKind, change: bigint): Standing {
  const standing = { ...before, entries: before.entries + 1 };
  if (!(kind in figures)) return standing;
  const figure = figures[kind as keyof typeof figures];
  return { ...standing, [figure]: before[figure] + change };
}

/** JSON text of a standing, as rows keep it. */
export function toStandingText({ entries, ...amounts }: Standing): string {
  const texts = Object.entries(amounts).map(([figure, amount]) => [figure, amount.toString()]);
  return JSON.stringify({
    entries,
    ...Object.fromEntries(texts.filter(([, text]) => text !== '0')),
  });
}

export function fromStandingText(text: string | null): Standing {
  if (text === null) return noStanding;
  const { entries, ...amounts } = JSON.parse(text) as { entries: number } & Record<string, string>;
  const read = Object.entries(amounts).map(([figure, amount]) => [figure, BigInt(amount)]);
  return { ...noStanding, ...Object.fromEntries(read), entries };
}
