import type { Uuid } from '@florin/contracts';
import type { Cause } from './account.ts';

/** State of the closing of an account. Persisted, so that any process can resume it. */
export interface Closing extends Cause {
  readonly requestId: string;
  readonly accountId: Uuid;
  /**
   * The frozen balance; null before the ledger has frozen it. `available` is minor units as text.
   */
  readonly frozen: { readonly currency: string; readonly available: string } | null;
}

/** A payout to the account's bank. */
export interface PaidOut {
  /** Public id of the payout. */
  readonly id: string;
  /** Minor units as text. */
  readonly amount: string;
}

/** Calls to other services that close an account. All are idempotent. */
export interface ClosingCalls {
  closeGate(closing: Closing): Promise<void>;
  closeBalance(closing: Closing): Promise<{ currency: string; available: string }>;
  endSubscriptions(closing: Closing): Promise<void>;
  closeAccess(closing: Closing): Promise<void>;
  /** Undefined if nothing is paid out. */
  payOutRest(closing: Closing, currency: string): Promise<PaidOut | undefined>;
}
