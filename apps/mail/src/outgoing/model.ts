import type { Letter, LetterKind } from '../rules/model.ts';
import { askedKinds } from '../suppressions/model.ts';

/**
 * With what a mail waits until it is sent. Somebody sits before what they have asked for, and the file of an invoice
 * takes as long as hundreds of other mails: neither is kept waiting by what is in another lane.
 */
export type Lane = 'asked' | 'told' | 'filed';

/** What one process does for a lane at a time. */
interface Share {
  /** Mails that are on their way: to write one takes questions to others as well. */
  readonly places: number;
  /** To the mail server, which may let nobody have many. */
  readonly connections: number;
}

export const shares: Readonly<Record<Lane, Share>> = {
  asked: { places: 4, connections: 2 },
  told: { places: 10, connections: 5 },
  filed: { places: 2, connections: 1 },
};
export const lanes = Object.keys(shares) as readonly Lane[];

const filedKinds: ReadonlySet<LetterKind> = new Set([
  'payment_request',
  'invoice',
  'payment_failed',
  'reminder',
]);

type OfLane = Pick<Letter, 'kind'> & { readonly values: Pick<Letter['values'], 'invoiceId'> };

/** Whether it brings an invoice as a file: a receipt has none, whoever wants it finds it behind the link. */
export function bringsFile({ kind, values }: OfLane): boolean {
  return values.invoiceId !== null && filedKinds.has(kind);
}

export function laneOf(letter: OfLane): Lane {
  if (askedKinds.includes(letter.kind)) return 'asked';
  return bringsFile(letter) ? 'filed' : 'told';
}

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
