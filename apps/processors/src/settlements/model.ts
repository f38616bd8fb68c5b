import type { Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';

/** What a report is about. */
export interface Settled {
  /** `2026-11-23`, a day of UTC. */
  readonly day: string;
  readonly processor: string;
  readonly livemode: boolean;
  readonly currency: Currency;
}

export type SubjectKind = 'charge' | 'refund' | 'dispute' | 'payout';

/** Something that a processor moves money for, as it is known on the two sides. */
export interface Subject extends Settled {
  readonly kind: SubjectKind | 'adjustment' | 'fee';
  /** The processor's name of it; null where a line says none. */
  readonly reference: string | null;
  /** Null where nothing here has that name. */
  readonly id: Uuid | null;
  readonly accountId: Uuid | null;
  readonly status: string | null;
  /** Minor units, positive; null where it is not known here. */
  readonly amount: bigint | null;
  /** All lines about it together; null where there is none. */
  readonly settled: bigint | null;
}

/** What is not as it should be. */
export interface Difference {
  readonly kind: 'unknown_here' | 'amount_differs' | 'missing_at_processor';
  readonly subject: Subject;
  readonly expected: bigint;
}

/** What should have moved for something by what is known here: what came in is positive. */
export function expectedOf({ kind, status, amount }: Subject): bigint {
  if (amount === null) return 0n;
  switch (kind) {
    case 'charge':
      return status === 'succeeded' ? amount : 0n;
    case 'refund':
    case 'payout':
      return status === 'failed' ? 0n : -amount;
    case 'dispute':
      return status === 'won' ? 0n : -amount;
    case 'adjustment':
    case 'fee':
      return 0n;
    default:
      return kind satisfies never;
  }
}

/** What is wrong about something; undefined where the two sides agree. */
export function compare(subject: Subject): Difference | undefined {
  const { kind, id, settled } = subject;
  // What processors book by themselves is known by their lines alone.
  if (kind === 'adjustment' || kind === 'fee') return undefined;
  const expected = expectedOf(subject);
  if (settled === null)
    return expected === 0n ? undefined : { kind: 'missing_at_processor', subject, expected };
  if (id === null) return { kind: 'unknown_here', subject, expected };
  return settled === expected ? undefined : { kind: 'amount_differs', subject, expected };
}

/** How long after a day more of it may come, in milliseconds. */
const CLOSED_AFTER_MS = 6 * 3_600_000;

/** Whether all of a day should have come by then. */
export function isClosed(day: string, now: number): boolean {
  return Date.parse(`${day}T00:00:00.000Z`) + 86_400_000 + CLOSED_AFTER_MS <= now;
}
