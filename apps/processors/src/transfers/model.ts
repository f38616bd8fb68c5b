import type { TransferState, Unknown } from '../contract/model.ts';

/** `reserved`: its money has still to be taken from the account; clients do not see it. */
export type TransferStatus = 'reserved' | TransferState['status'];

/** What refunds and payouts have in common: money on its way out of an account. */
export interface Transfer {
  /** Counts what clients see of it change. */
  readonly version: bigint;
  readonly status: TransferStatus;
  readonly failureReason: string | null;
  /** The processor's own name for it. */
  readonly reference: string | null;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

/** What a processor's word makes of a transfer, and what the ledger does about it. */
export interface TransferStep<Sent extends Transfer> {
  /** The same object as before when nothing is new. */
  readonly after: Sent;
  /**
   * `paid`: what was held has left. `returned`: it is back. `deposit`: it had left and comes back.
   * To be done before the transfer is stored.
   */
  readonly money: 'paid' | 'returned' | 'deposit' | null;
}

/** A failure is the end: a processor that says otherwise later has made another transfer. */
export function learnTransfer<Sent extends Transfer>(
  before: Sent,
  state: TransferState | Unknown,
  now: number,
): TransferStep<Sent> {
  if (state.status === 'unknown' || before.status === 'failed')
    return { after: before, money: null };
  const reference = state.reference ?? before.reference;
  const known = reference === before.reference ? before : { ...before, reference };
  const changed = { ...known, version: before.version + 1n, updatedAt: now };
  switch (state.status) {
    case 'pending':
      return { after: known, money: null };
    case 'succeeded':
      if (before.status === 'succeeded') return { after: known, money: null };
      return { after: { ...changed, status: 'succeeded' }, money: 'paid' };
    case 'failed':
      return {
        after: { ...changed, status: 'failed', failureReason: state.reason },
        money: before.status === 'succeeded' ? 'deposit' : 'returned',
      };
    default:
      return state satisfies never;
  }
}
