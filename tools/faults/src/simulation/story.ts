import fc from 'fast-check';

/** One step of a story; its numbers are interpreted when it runs. */
export interface Step {
  /** Milliseconds by which the clock moves first; any movement begins a batch. */
  readonly advanceMs: number;
  /** Whether the previous step's batch ends here. */
  readonly beginsBatch: boolean;
  readonly account: number;
  readonly kind: Kind;
  readonly amount: number;
  /** The whole available amount, instead of `amount`. */
  readonly isWhole: boolean;
  readonly isManual: boolean;
  readonly delayMs: number;
  readonly currency: 'USD' | 'JPY';
  /** Index of the transaction, from the newest. */
  readonly target: number;
  /** Whether the target may be any transaction, instead of a payment of the account. */
  readonly isStray: boolean;
  readonly key: { readonly name: string; readonly content: string } | null;
}

export const kinds = [
  ...(['credit', 'payment', 'payment', 'payment', 'refund', 'tied', 'tied', 'capture'] as const),
  ...(['capture', 'cancel', 'end', 'end', 'note', 'touch', 'charge', 'close'] as const),
];
export type Kind = (typeof kinds)[number];

/** The last account does not exist. */
export const ACCOUNTS = 3;
/** The most steps of a story. */
export const STEPS_MAX = 100;
const DAY_MS = 86_400_000;
const ADVANCES_MS = [0, 1, 500, 60_000, 60_000, 8 * DAY_MS, -10_000];

/**
 * Uniform, unlike `fc.integer`, which prefers small numbers and would close an account in each
 * story.
 */
const oneOf = (count: number) =>
  fc.constantFrom(true, ...Array.from({ length: count - 1 }, () => false));
const below = (count: number) =>
  fc.constantFrom(...Array.from({ length: count }, (_, index) => index));

const batches = oneOf(4).chain((beginsBatch) =>
  fc.record({
    beginsBatch: fc.constant(beginsBatch),
    advanceMs: beginsBatch ? fc.constantFrom(...ADVANCES_MS) : fc.constant(0),
  }),
);

const keys = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  content: fc.constantFrom('x', 'x', 'y'),
});

/** One in eight closings is run. */
const rarelyClosing = fc.constantFrom(
  ...Array.from({ length: 7 }, () => kinds.map((kind) => (kind === 'close' ? 'credit' : kind))),
  kinds,
);

export const stepArbitrary: fc.Arbitrary<Step> = fc
  .record({
    batch: batches,
    account: oneOf(40).chain((isAbsent) =>
      isAbsent ? fc.constant(ACCOUNTS - 1) : below(ACCOUNTS - 1),
    ),
    kind: rarelyClosing.chain((some) => fc.constantFrom(...some)),
    amount: fc.noBias(fc.integer({ min: 1, max: 60 })),
    isWhole: oneOf(4),
    isManual: oneOf(2),
    delayMs: fc.constantFrom(0, 0, 1_000, 60_000),
    currency: oneOf(30).map((isOther) => (isOther ? 'JPY' : 'USD')),
    target: below(8),
    isStray: oneOf(12),
    key: oneOf(2).chain((hasKey) => (hasKey ? keys : fc.constant(null))),
  })
  .map(({ batch, ...step }) => ({ ...step, ...batch }));

/** A step as text for people. */
export function describeStep(step: Step): string {
  const { beginsBatch, advanceMs, account, kind, amount, isWhole, key, target } = step;
  const words = [
    beginsBatch ? `(batch, ${advanceMs} ms later)` : '',
    `account ${account}: ${kind}`,
    isWhole ? 'all' : String(amount),
    `on ${target}`,
    key ? `with key ${key.name}/${key.content}` : '',
  ];
  return words.filter((word) => word !== '').join(' ');
}
