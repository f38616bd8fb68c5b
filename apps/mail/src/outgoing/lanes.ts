import type { Letter, LetterKind } from '../rules/model.ts';
import { askedKinds } from '../suppressions/model.ts';

/**
 * Delivery queue. Interactive mail (codes, links) must not wait behind notifications or PDF
 * attachments.
 */
export type Lane = 'asked' | 'told' | 'filed';

/** Capacity of one process for a queue. */
export interface Share {
  /** Emails in progress, including calls to other services. */
  readonly places: number;
  /** Connections to the mail server, which may limit them. */
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

/**
 * Whether it certainly has an attachment; a receipt has one only if the seller mails every invoice.
 */
export function bringsFile({ kind, values }: OfLane): boolean {
  return kind === 'credit_note' || (values.invoiceId !== null && filedKinds.has(kind));
}

export function laneOf(letter: OfLane): Lane {
  if (askedKinds.includes(letter.kind)) return 'asked';
  return bringsFile(letter) ? 'filed' : 'told';
}
