/** What a field of the form can have wrong. */
export type FieldFault =
  | 'number'
  | 'month'
  | 'year'
  | 'expired'
  | 'far_ahead'
  | 'security_code'
  | 'long_name';

/** A state that has nothing more to do. */
interface Ending {
  readonly title: string;
  readonly text: string;
}

/** Everything that a page says in one language. */
export interface Texts {
  readonly pay: (amount: string) => string;
  readonly payTo: string;
  readonly reference: string;
  readonly openUntil: (time: string) => string;
  readonly testMode: string;
  /** Instead of the form, where no card can be charged. */
  readonly noCards: string;
  readonly card: string;
  readonly expiry: string;
  readonly fields: Readonly<
    Record<'card_number' | 'exp_month' | 'exp_year' | 'cvc' | 'name', string>
  >;
  readonly faults: Readonly<Record<FieldFault, string>>;
  /** Before the list of what to correct. */
  readonly toCorrect: string;
  /** On the button once it was pressed. */
  /** Where the card is saved. */
  readonly saves: string;
  readonly busy: string;
  readonly decline: {
    readonly title: string;
    /** By the processor's code. */
    readonly reasons: Readonly<Record<string, string>>;
    readonly otherReason: string;
    readonly advice: string;
    readonly triesLeft: (tries: number) => string;
  };
  readonly beingPaid: Ending & { readonly look: string };
  readonly paid: Ending & {
    readonly amount: string;
    readonly at: string;
    readonly card: string;
    readonly ending: (brand: string, last4: string) => string;
    readonly saved: string;
    readonly print: string;
  };
  readonly expired: Ending;
  readonly canceled: Ending;
  readonly failed: Ending;
  /** Leads to the site of whoever asks. */
  readonly back: (name: string | undefined) => string;
}
