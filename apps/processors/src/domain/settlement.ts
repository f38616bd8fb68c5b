import type { Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';

/** Key of a report. */
export interface Settled {
  /** A UTC day, such as `2026-11-23`. */
  readonly day: string;
  readonly processor: string;
  readonly livemode: boolean;
  readonly currency: Currency;
}

export type SubjectKind = 'charge' | 'refund' | 'dispute' | 'payout';

/** An object with money at a processor, as known here and there. */
export interface Subject extends Settled {
  readonly kind: SubjectKind | 'adjustment' | 'fee';
  /** The processor's id; null if a line has none. */
  readonly reference: string | null;
  /** Null if no object here has that id. */
  readonly id: Uuid | null;
  readonly accountId: Uuid | null;
  readonly status: string | null;
  /** Minor units, positive; null if unknown here. */
  readonly amount: bigint | null;
  /** Sum of its lines; null without any. */
  readonly settled: bigint | null;
}

/** A discrepancy between Florin and a processor. */
export interface Difference {
  readonly kind: 'unknown_here' | 'amount_differs' | 'missing_at_processor';
  readonly subject: Subject;
  readonly expected: bigint;
}

/** The expected sum of lines, from Florin's records; incoming money is positive. */
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

/** The discrepancy of an object; undefined if both sides agree. */
export function compare(subject: Subject): Difference | undefined {
  const { kind, id, settled } = subject;
  // Processors book these themselves, so only their lines know them.
  if (kind === 'adjustment' || kind === 'fee') return undefined;
  const expected = expectedOf(subject);
  if (settled === null)
    return expected === 0n ? undefined : { kind: 'missing_at_processor', subject, expected };
  if (id === null) return { kind: 'unknown_here', subject, expected };
  return settled === expected ? undefined : { kind: 'amount_differs', subject, expected };
}

/** How long after a day more of its lines may come, in milliseconds. */
const CLOSED_AFTER_MS = 6 * 3_600_000;

/** Whether all lines of a day should have come. */
export function isClosed(day: string, now: number): boolean {
  return Date.parse(`${day}T00:00:00.000Z`) + 86_400_000 + CLOSED_AFTER_MS <= now;
}
