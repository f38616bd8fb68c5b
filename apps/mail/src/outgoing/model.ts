/**
 * Until the next attempt, after the first, the second, and so on: two days in all, which is as long as
 * mail servers themselves try (RFC 5321 section 4.5.4.1 asks for four to five days of them; what Florin
 * has to say is no news by then).
 */
const RETRY_DELAYS_MS = [
  10_000, 60_000, 300_000, 900_000, 3_600_000, 7_200_000, 14_400_000, 28_800_000, 43_200_000,
  72_000_000,
];

/** What became of handing a mail over. */
export type Handover =
  | { readonly outcome: 'sent' }
  /** Nobody needs it any more. */
  | { readonly outcome: 'dropped'; readonly reason: string }
  /** It was refused for good. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** It was not handed over, or nobody knows whether it was. */
  | { readonly outcome: 'again'; readonly reason: string };

/** What is stored of it. */
export type Settlement =
  | { readonly status: 'sent' | 'dropped' | 'failed'; readonly reason: string | null }
  | { readonly status: 'waiting'; readonly reason: string; readonly inMs: number };

/** @param attempts that were made, the one that has just ended included */
export function settle(handover: Handover, attempts: number): Settlement {
  switch (handover.outcome) {
    case 'sent':
      return { status: 'sent', reason: null };
    case 'dropped':
      return { status: 'dropped', reason: handover.reason };
    case 'refused':
      return { status: 'failed', reason: handover.reason };
    case 'again': {
      const inMs = RETRY_DELAYS_MS[attempts - 1];
      return inMs === undefined
        ? { status: 'failed', reason: handover.reason }
        : { status: 'waiting', reason: handover.reason, inMs };
    }
  }
}
