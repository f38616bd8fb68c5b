/**
 * Retry delays, two days in total. RFC 5321 section 4.5.4.1 recommends four to five days, but
 * Florin's messages are obsolete by then.
 */
const RETRY_DELAYS_MS = [
  10_000, 60_000, 300_000, 900_000, 3_600_000, 7_200_000, 14_400_000, 28_800_000, 43_200_000,
  72_000_000,
];

/** Result of an attempt to send. */
export type DeliveryResult =
  | { readonly outcome: 'sent' }
  /** Obsolete. */
  | { readonly outcome: 'dropped'; readonly reason: string }
  /** Permanently rejected. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** Not sent, or unknown. */
  | { readonly outcome: 'again'; readonly reason: string };

/** Stored result. */
export type StoredOutcome =
  | { readonly status: 'sent' | 'dropped' | 'failed'; readonly reason: string | null }
  | { readonly status: 'waiting'; readonly reason: string; readonly inMs: number };

/** @param attempts including the current one */
export function toStored(result: DeliveryResult, attempts: number): StoredOutcome {
  switch (result.outcome) {
    case 'sent':
      return { status: 'sent', reason: null };
    case 'dropped':
      return { status: 'dropped', reason: result.reason };
    case 'refused':
      return { status: 'failed', reason: result.reason };
    case 'again': {
      const inMs = RETRY_DELAYS_MS[attempts - 1];
      return inMs === undefined
        ? { status: 'failed', reason: result.reason }
        : { status: 'waiting', reason: result.reason, inMs };
    }
  }
}
