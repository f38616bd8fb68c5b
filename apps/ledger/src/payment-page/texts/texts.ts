import type { CodeFault, NumberFault } from '@florin/cards';
import type { ConsentTerms } from '../../payment-requests/model.ts';

/** What a field of the form can have wrong. */
export type FieldFault =
  | NumberFault
  | 'expiry'
  | 'expired'
  | 'far_ahead'
  | CodeFault
  | 'long_name'
  | 'other_consent';

/** What a payer agrees to, in words. */
interface Consent {
  /** Of whoever is paid; undefined while it is not known. */
  readonly name: string | undefined;
  readonly amount: string;
  /** As `every` says it. */
  readonly every: string;
  /** Where it can be ended. */
  readonly cancelAddress: string | null;
}

/** A state that has nothing more to do. */
interface Ending {
  readonly title: string;
  readonly text: string;
}

/** What stands before the name of a line, where its type says something of its own. */
export const lineWords = [
  'period',
  'proration',
  'unused_time',
  'credit_granted',
  'credit_applied',
  'credit_returned',
  'credited',
] as const;
type LineWord = (typeof lineWords)[number];

export function isLineWord(type: string): type is LineWord {
  return (lineWords as readonly string[]).includes(type);
}

/** Everything that a page says in one language. */
export interface Texts {
  readonly pay: (amount: string) => string;
  /** Where several can be paid at; `title` is what `pay` says. */
  readonly payAt: (title: string, name: string) => string;
  /** `title` is what `pay` says. */
  readonly payByTransfer: (title: string) => string;
  readonly payTo: string;
  readonly reference: string;
  /** What is paid, where it is an invoice. */
  readonly invoice: {
    readonly title: string;
    readonly see: string;
    readonly due: string;
    readonly more: (count: number) => string;
    readonly contact: string;
    readonly lines: Readonly<Record<LineWord, string>>;
  };
  readonly openUntil: (time: string) => string;
  readonly testMode: string;
  /** Where a card is asked for in test mode. */
  readonly testCard: (number: string) => string;
  /** Instead of the form, where no card can be charged. */
  readonly noCards: string;
  readonly card: string;
  readonly fields: Readonly<Record<'card_number' | 'expiry' | 'cvc' | 'name', string>>;
  readonly faults: Readonly<Record<FieldFault, string>>;
  /** Before the list of what to correct. */
  readonly toCorrect: string;
  /** Where the card is saved, and nobody has said for what. */
  readonly saves: string;
  /** Where the subscription of the invoice has ended, instead of a consent. */
  readonly hasEnded: string;
  /** Where the card is saved to be charged again and again. */
  readonly consent: (consent: Consent) => string;
  readonly every: (terms: Pick<ConsentTerms, 'interval' | 'intervalCount'>) => string;
  /** On the button once it was pressed. */
  readonly busy: string;
  readonly decline: {
    readonly title: string;
    /** By the processor's code. */
    readonly reasons: Readonly<Record<string, string>>;
    readonly otherReason: string;
    readonly advice: string;
    readonly triesLeft: (tries: number) => string;
  };
  readonly beingPaid: Ending & {
    readonly resume: string;
    readonly instead: string;
    readonly look: string;
  };
  /** Where the customer transfers the money themselves. */
  readonly transfer: Ending & {
    readonly name: string;
    readonly reference: string;
    /** Beside the code for apps of banks. */
    readonly scan: string;
    readonly after: string;
  };
  readonly paid: Ending & {
    readonly number: string;
    readonly amount: string;
    readonly at: string;
    readonly card: string;
    readonly ending: (brand: string, last4: string) => string;
    readonly print: string;
  };
  readonly expired: Ending;
  readonly canceled: Ending;
  readonly failed: Ending;
  /** Leads to the site of whoever asks. */
  readonly back: (name: string | undefined) => string;
}
