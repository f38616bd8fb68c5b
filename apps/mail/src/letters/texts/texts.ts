import type { LetterKind } from '../../rules/model.ts';

/** What a text may name; empty where there is nothing of the kind. */
export interface Named {
  readonly account: string;
  /** Formatted, with its currency. */
  readonly amount: string;
  readonly name: string;
  /** A day as its reader writes it. */
  readonly date: string;
  readonly reference: string;
}

export interface KindTexts {
  readonly reader: 'customer' | 'owner' | 'user' | 'operator';
  readonly subject: (named: Named) => string;
  readonly heading: string;
  /** An empty line begins a paragraph. */
  readonly body: (named: Named) => string;
  /** What leads to where it is seen or done; absent where nothing does. */
  readonly button?: string;
}

/** The state of an invoice, where its mail depends on it. */
export type InvoiceState = 'open' | 'overdue' | 'paid' | 'refunded' | 'void' | 'uncollectible';

/** The part of a mail about an invoice that depends on its state. */
export type StateTexts = Required<Omit<KindTexts, 'reader'>>;

export type CreditDestination = 'invoice' | 'balance' | 'card' | 'outside';

/** What mails say in one language. */
export interface LetterTexts {
  readonly kinds: Readonly<Record<LetterKind, KindTexts>>;
  /** Mails about an invoice in other states than open. */
  readonly invoiceStates: Readonly<Record<'overdue' | 'paid' | 'refunded' | 'void', StateTexts>>;
  /** Where the amount of a credit note goes. */
  readonly creditTo: Readonly<Record<CreditDestination, string>>;
  /** Remark in a receipt that comes with its invoice. */
  readonly attached: string;
  /** After a failed charge, where another one follows. */
  readonly chargedAgain: string;
  /** A price without the tax that is charged on top of it. */
  readonly plusTax: (amount: string) => string;
  readonly reference: string;
  /** Before the address, where a button cannot be pressed. */
  readonly address: string;
  /** Before what may be typed instead. */
  readonly code: string;
  /** Of the link by which a reader does without such mails. */
  readonly unsubscribe: string;
  /** Why it was sent, and how to answer. */
  readonly footers: Readonly<Record<KindTexts['reader'], (account: string) => string>>;
}
