import type { Uuid } from '@florin/contracts';
import type { Cause } from '../subscriptions/public-events.ts';

/** Money that a saved payment method has paid. */
export interface PaidByMethod {
  readonly transactionId: Uuid;
  /** Minor units. */
  readonly amount: string;
}

/** The result of charging the saved payment method; null where the invoice was no longer to be charged. */
export type Charged =
  | PaidByMethod
  | { readonly reason: string; readonly declineCode: string | null }
  | null;

/** State of the saga: persisted, so its fields keep their names. */
export interface LinkRequest {
  readonly invoiceId: Uuid;
  readonly cause: Cause;
  /** How many payment requests were found to have ended. */
  readonly ended: number;
  /** The payment request that the ledger has made or found. */
  readonly made: { readonly id: Uuid; readonly url: string; readonly expiresAt: string } | null;
  /** Whether the invoice is sent with it, and opened where it is a draft; absent where it is not. */
  readonly sends?: true;
  /** Whether a draft is opened and a saved payment method charged for it; absent where it is not. */
  readonly charges?: true;
  /** The result of that charge; absent before it. */
  readonly charged?: Charged;
}

export function newLinkRequest(invoiceId: Uuid, cause: Cause): LinkRequest {
  return { invoiceId, cause, ended: 0, made: null };
}

/** Sends an invoice: with a page to pay at, where there is something to pay. */
export function newSendRequest(invoiceId: Uuid, cause: Cause): LinkRequest {
  return { ...newLinkRequest(invoiceId, cause), sends: true };
}

/** Finalizes a draft and charges the default saved payment method of its customer. */
export function newChargeRequest(invoiceId: Uuid, cause: Cause): LinkRequest {
  return { ...newLinkRequest(invoiceId, cause), charges: true };
}
