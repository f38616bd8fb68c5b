import type { MessageKind } from '../../domain/mail.ts';

/** Values that a text may contain; empty if the email has no such value. */
export interface Named {
  readonly account: string;
  /** Formatted, with its currency. */
  readonly amount: string;
  readonly name: string;
  /** A day in the reader's format. */
  readonly date: string;
  readonly reference: string;
}

export interface KindTexts {
  readonly reader: 'customer' | 'owner' | 'user' | 'operator';
  readonly subject: (named: Named) => string;
  readonly heading: string;
  /** An empty line starts a new paragraph. */
  readonly body: (named: Named) => string;
  /** Label of the button; absent if there is no link. */
  readonly button?: string;
}

/** State of an invoice, as far as its email depends on it. */
export type InvoiceState = 'open' | 'overdue' | 'paid' | 'refunded' | 'void' | 'uncollectible';

/** Texts that depend on the state of an invoice. */
export type StateTexts = Required<Omit<KindTexts, 'reader'>>;

export type CreditDestination = 'invoice' | 'balance' | 'card' | 'outside';

/** Email texts in one language. */
export interface MessageTexts {
  readonly kinds: Readonly<Record<MessageKind, KindTexts>>;
  /** Mails about an invoice in other states than open. */
  readonly invoiceStates: Readonly<Record<'overdue' | 'paid' | 'refunded' | 'void', StateTexts>>;
  /** Destination of a credit note's amount. */
  readonly creditTo: Readonly<Record<CreditDestination, string>>;
  /** Remark in a receipt with the invoice attached. */
  readonly attached: string;
  /** Remark after a failed charge that will be retried. */
  readonly chargedAgain: string;
  /** A price without the tax charged on top of it. */
  readonly plusTax: (amount: string) => string;
  readonly reference: string;
  /** Precedes the plain link, for clients without buttons. */
  readonly address: string;
  /** Precedes the code that can be typed instead. */
  readonly code: string;
  /** Label of the unsubscribe link. */
  readonly unsubscribe: string;
  /** Why the email was sent, and how to reply. */
  readonly footers: Readonly<Record<KindTexts['reader'], (account: string) => string>>;
}
