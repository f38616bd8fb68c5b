import type { LetterKind } from '../../rules/model.ts';

/** What a text may name. */
export interface Named {
  readonly seller: string;
  /** Formatted, with its currency. */
  readonly amount: string;
}

export interface KindTexts {
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
  readonly footer: (seller: string) => string;
}
