import type { Letter, LetterKind } from '../rules/model.ts';
import { askedKinds } from '../suppressions/model.ts';

/**
 * With what a mail waits until it is sent. Somebody sits before what they have asked for, and files of invoices are
 * drawn one after the other: nothing waits for what is in another lane.
 */
export type Lane = 'asked' | 'told' | 'filed';

/** What one process does for a lane at a time. */
export interface Share {
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

/** Whether it brings a file for sure; a receipt does where its seller mails every invoice. */
export function bringsFile({ kind, values }: OfLane): boolean {
  return kind === 'credit_note' || (values.invoiceId !== null && filedKinds.has(kind));
}

export function laneOf(letter: OfLane): Lane {
  if (askedKinds.includes(letter.kind)) return 'asked';
  return bringsFile(letter) ? 'filed' : 'told';
}
