import type { LetterKind } from '../../rules/model.ts';

/** What a text may name; empty where there is nothing of the kind. */
export interface Named {
  readonly account: string;
  /** Formatted, with its currency. */
  readonly amount: string;
  readonly name: string;
}

export interface KindTexts {
  readonly reader: 'customer' | 'owner';
  readonly subject: (named: Named) => string;
  readonly heading: string;
  readonly body: (named: Named) => string;
  /** What leads to the page of the payment; absent where nothing does. */
  readonly button?: string;
}

/** What mails say in one language. */
export interface LetterTexts {
  readonly kinds: Readonly<Record<LetterKind, KindTexts>>;
  readonly reference: string;
  /** Before the address, where a button cannot be pressed. */
  readonly address: string;
  /** Why it was sent, and how to answer. */
  readonly footers: Readonly<Record<KindTexts['reader'], (account: string) => string>>;
}
