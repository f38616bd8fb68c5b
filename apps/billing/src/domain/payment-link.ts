import type { Uuid } from '@florin/contracts';
import type { Cause } from './cause.ts';

/** A payment by a saved payment method. */
export interface PaidByMethod {
  readonly transactionId: Uuid;
  /** Minor units. */
  readonly amount: string;
}

/** Result of charging the saved payment method; null if the invoice no longer had to be charged. */
export type Charged =
  | PaidByMethod
  | { readonly reason: string; readonly declineCode: string | null }
  | null;

/** A payment request of the ledger. */
export interface MadeRequest {
  readonly id: Uuid;
  readonly url: string;
  readonly expiresAt: string;
  /** Minor units; absent in states of earlier versions. */
  readonly amount?: string;
}

/** State of the saga. Persisted, so its fields must not be renamed. */
export interface LinkRequest {
  readonly invoiceId: Uuid;
  readonly cause: Cause;
  /** Number of payment requests that have ended. */
  readonly ended: number;
  /** The payment request that the ledger created or found. */
  readonly made: MadeRequest | null;
  /** Whether the invoice is sent, which finalizes a draft; absent if not. */
  readonly sends?: true;
  /** Whether a draft is finalized and a saved payment method charged; absent if not. */
  readonly charges?: true;
  /** The result of that charge; absent before it. */
  readonly charged?: Charged;
}

export function newLinkRequest(invoiceId: Uuid, cause: Cause): LinkRequest {
  return { invoiceId, cause, ended: 0, made: null };
}

/** Sends an invoice, with a payment page if an amount is due. */
export function newSendRequest(invoiceId: Uuid, cause: Cause): LinkRequest {
  return { ...newLinkRequest(invoiceId, cause), sends: true };
}

/** Finalizes a draft and charges its customer's default payment method. */
export function newChargeRequest(invoiceId: Uuid, cause: Cause): LinkRequest {
  return { ...newLinkRequest(invoiceId, cause), charges: true };
}
