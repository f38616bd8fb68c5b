import type { TransferState, Unknown } from '../contract/model.ts';

/** `reserved`: money not taken from the account yet, so clients do not see it. */
export type TransferStatus = 'reserved' | TransferState['status'];

/** Common fields of refunds and payouts: money on its way out of an account. */
export interface Transfer {
  /** Counts the changes visible to clients. */
  readonly version: bigint;
  readonly status: TransferStatus;
  readonly failureReason: string | null;
  /** The processor's id. */
  readonly reference: string | null;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

/** A transfer's next state and the ledger's part in it. */
export interface TransferStep<Sent extends Transfer> {
  /** The same object if nothing has changed. */
  readonly after: Sent;
  /**
   * `paid`: held money has left. `returned`: it is back. `deposit`: it had left and comes back.
   * Must be done before the transfer is saved.
   */
  readonly money: 'paid' | 'returned' | 'deposit' | null;
}

/** Applies a processor's state. A failure is final: a later success would be another transfer. */
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
