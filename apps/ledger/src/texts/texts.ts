import type { CodeFault, NumberFault } from '@florin/cards';
import type { ConsentTerms } from '../domain/payment-request/model.ts';

/** Possible errors of a form field. */
export type FieldFault =
  | NumberFault
  | 'expiry'
  | 'expired'
  | 'far_ahead'
  | CodeFault
  | 'long_name'
  | 'other_consent';

/** Terms that a payer accepts. */
interface Consent {
  /** Name of the payee; undefined if unknown. */
  readonly name: string | undefined;
  readonly amount: string;
  /** As formatted by `every`. */
  readonly every: string;
  /** Where the customer can cancel. */
  readonly cancelAddress: string | null;
}

/** A final state. */
interface Ending {
  readonly title: string;
  readonly text: string;
}

/** Line types with a label before the name. */
export const lineWords = [
  'period',
  'proration',
  'unused_time',
  'discount',
  'credit_granted',
  'credit_applied',
  'credit_returned',
  'credited',
] as const;
type LineWord = (typeof lineWords)[number];

export function isLineWord(type: string): type is LineWord {
  return (lineWords as readonly string[]).includes(type);
}

/** All texts of a page in one language. */
export interface Texts {
  readonly pay: (amount: string) => string;
  /** If there are several methods; `title` is the text of `pay`. */
  readonly payAt: (title: string, name: string) => string;
  /** `title` is the text of `pay`. */
  readonly payByTransfer: (title: string) => string;
  readonly payTo: string;
  readonly reference: string;
  /** Labels of the paid invoice. */
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
  /** Shown beside the card form in test mode. */
  readonly testCard: (number: string) => string;
  /** Replaces the form if no card can be charged. */
  readonly noCards: string;
  readonly card: string;
  readonly fields: Readonly<Record<'card_number' | 'expiry' | 'cvc' | 'name', string>>;
  readonly faults: Readonly<Record<FieldFault, string>>;
  /** Precedes the list of errors. */
  readonly toCorrect: string;
  /** Shown if the card is saved without stated terms. */
  readonly saves: string;
  /** Replaces the consent if the invoice's subscription has ended. */
  readonly hasEnded: string;
  /** Shown if the card is saved for repeated charges. */
  readonly consent: (consent: Consent) => string;
  readonly every: (terms: Pick<ConsentTerms, 'interval' | 'intervalCount'>) => string;
  /** Label of the button after it was pressed. */
  readonly busy: string;
  readonly decline: {
    readonly title: string;
    /** Keyed by the processor's code. */
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
  /** Shown if the customer transfers the money. */
  readonly transfer: Ending & {
    readonly name: string;
    readonly reference: string;
    /** Beside the QR code for banking apps. */
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
  /** Link to the payee's site. */
  readonly back: (name: string | undefined) => string;
}
