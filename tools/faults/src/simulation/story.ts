import { makeRandom, type Random } from '../random.ts';

/** One step of a story, by numbers that find their meaning when its turn comes. */
export interface Step {
  /** Milliseconds by which the clock moves before it; a step with any begins a batch. */
  readonly advanceMs: number;
  /** Whether the batch of the step before it ends here. */
  readonly beginsBatch: boolean;
  readonly account: number;
  readonly kind: Kind;
  readonly amount: number;
  /** All that there is, instead of the amount. */
  readonly isWhole: boolean;
  readonly isManual: boolean;
  readonly delayMs: number;
  readonly currency: 'USD' | 'JPY';
  /** Which transaction, counted from the newest. */
  readonly target: number;
  /** Whether that may be any transaction, instead of a payment of the account. */
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
const STEPS = 100;
const BATCH_MEAN = 4;
const CLOSE_ONE_OF = 8;
const DAY_MS = 86_400_000;
const ADVANCES_MS = [0, 1, 500, 60_000, 60_000, 8 * DAY_MS, -10_000];

/** A story that its seed decides. */
export function makeStory(seed: number): readonly Step[] {
  const random = makeRandom(seed);
  return Array.from({ length: STEPS }, () => makeStep(random));
}

function makeStep(random: Random): Step {
  const oneOf = (count: number) => random.below(count) === 0;
  const beginsBatch = oneOf(BATCH_MEAN);
  const kind = random.pick(kinds);
  return {
    beginsBatch,
    advanceMs: beginsBatch ? random.pick(ADVANCES_MS) : 0,
    account: oneOf(40) ? ACCOUNTS - 1 : random.below(ACCOUNTS - 1),
    kind: kind === 'close' && !oneOf(CLOSE_ONE_OF) ? 'credit' : kind,
    amount: 1 + random.below(60),
    isWhole: oneOf(4),
    isManual: oneOf(2),
    delayMs: random.pick([0, 0, 1_000, 60_000]),
    currency: oneOf(30) ? 'JPY' : 'USD',
    target: random.below(8),
    isStray: oneOf(12),
    key: oneOf(2)
      ? { name: random.pick(['a', 'b', 'c']), content: random.pick(['x', 'x', 'y']) }
      : null,
  };
}

/** A story as a person reads it. */
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
