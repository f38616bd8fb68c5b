import type { Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';
import type {
  CardSummary,
  ChargeState,
  Merchant,
  SavedMethod,
  Unknown,
} from '../contract/model.ts';

/**
 * A charge at a processor, made for one attempt to pay. It has the attempt's id at the ledger, here
 * and at the processor. Amounts are minor units, instants milliseconds since 1970.
 */
export interface Charge {
  readonly id: Uuid;
  /** The paid payment request. */
  readonly paymentId: Uuid;
  /** The paid invoice; null for other payments. */
  readonly invoiceId: Uuid | null;
  readonly merchant: Merchant;
  readonly processor: string;
  /** Whether real money moves. */
  readonly livemode: boolean;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly status: ChargeStatus;
  /** The processor's id; null until known. */
  readonly reference: string | null;
  readonly code: string | null;
  readonly card: CardSummary | null;
  /** Required action of the customer, while it is `requires_action`. */
  readonly action: ChargeAction | null;
  /** Customer for whom the method is saved; null saves none. */
  readonly savesFor: string | null;
  /** Mandate text that the customer accepted when saving the method. */
  readonly mandate: string | null;
  /** The saved method that was charged, or that the payment saved; null for any other. */
  readonly methodId: Uuid | null;
  /** Public id of the paying customer; null if unknown. */
  readonly customer: string | null;
  /** Whether the ledger has acknowledged the final state. */
  readonly isReported: boolean;
  readonly createdAt: number;
}

export type ChargeAction = (ChargeState & { status: 'requires_action' })['action'];

/** `ordered`: the processor may or may not have received it. */
export type ChargeStatus = 'ordered' | ChargeState['status'];

const finals: readonly ChargeStatus[] = ['succeeded', 'declined', 'canceled'];

export function isFinal(status: ChargeStatus): boolean {
  return finals.includes(status);
}

/** A charge after a processor's response, and the method that it saved. */
export interface Learned {
  /** The same object if nothing has changed. */
  readonly charge: Charge;
  readonly saved: SavedMethod | null;
}

/**
 * Applies a processor's state. A final state stays, whatever the processor says later.
 * @throws Error if one says that money was taken and the other that it was not; needs an operator
 */
export function learn(before: Charge, state: ChargeState | Unknown): Learned {
  if (state.status === 'unknown') return { charge: before, saved: null };
  if (isFinal(before.status)) {
    const isTaken = state.status === 'succeeded';
    if (isTaken !== (before.status === 'succeeded'))
      throw new Error(
        `${before.processor} reports ${state.status} for ${before.id}, but reported ${before.status} before`,
      );
    return { charge: before, saved: null };
  }
  const reference = 'reference' in state ? (state.reference ?? before.reference) : before.reference;
  const charge: Charge = {
    ...before,
    status: state.status,
    reference,
    code: state.status === 'declined' ? state.code : null,
    card: 'card' in state ? state.card : before.card,
    action: state.status === 'requires_action' ? state.action : null,
  };
  return { charge, saved: state.status === 'succeeded' ? state.saved : null };
}

/** Longer than the timeout of a call that orders a charge, in milliseconds. */
const ORDERED_FOR_MS = 10_000;

/** Whether the order was sent long ago, so that it has arrived or never will. */
export function isLongOrdered({ status, createdAt }: Charge, now: number): boolean {
  return status === 'ordered' && now - createdAt >= ORDERED_FOR_MS;
}

/** Milliseconds until an open charge is polled again; longer for old ones. */
export function restBeforeAsking(ageMs: number): number {
  return Math.min(Math.max(ageMs / 4, 2_000), 3_600_000);
}
