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

/** What mails say in one language. */
export interface LetterTexts {
  readonly kinds: Readonly<Record<LetterKind, KindTexts>>;
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
