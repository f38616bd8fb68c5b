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
 * A charge at a processor: what became of one attempt to pay. Its id is the attempt's, so that ledger,
 * processor and this service name it alike. Amounts are minor units, instants milliseconds since 1970.
 */
export interface Charge {
  readonly id: Uuid;
  /** The payment request that it pays. */
  readonly paymentId: Uuid;
  /** The invoice that it pays; null for other payments. */
  readonly invoiceId: Uuid | null;
  readonly merchant: Merchant;
  readonly processor: string;
  /** Whether real money moves. */
  readonly livemode: boolean;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly status: ChargeStatus;
  /** The processor's own name for it; null until it has told one. */
  readonly reference: string | null;
  readonly code: string | null;
  readonly card: CardSummary | null;
  /** What the customer has to do, while it is `requires_action`. */
  readonly action: ChargeAction | null;
  /** For whom the method is saved; null saves none. */
  readonly savesFor: string | null;
  /** What the customer was told when they allowed it to be saved. */
  readonly mandate: string | null;
  /** The saved method that was charged, or that the payment has saved; null for any other. */
  readonly methodId: Uuid | null;
  /** Public id of the customer who pays; null where it is unknown. */
  readonly customer: string | null;
  /** Whether the ledger has acknowledged how it ended. */
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

/** A charge as it is after the processor has said something, and what its payer saved by it. */
export interface Learned {
  /** The same object as before when nothing is new. */
  readonly charge: Charge;
  readonly saved: SavedMethod | null;
}

/**
 * Takes what a processor has said. What is final stays: a processor that says otherwise later is
 * wrong, or we are.
 * @throws Error where money was taken and was not, which a person has to look at
 */
export function learn(before: Charge, state: ChargeState | Unknown): Learned {
  if (state.status === 'unknown') return { charge: before, saved: null };
  if (isFinal(before.status)) {
    const isTaken = state.status === 'succeeded';
    if (isTaken !== (before.status === 'succeeded'))
      throw new Error(
        `${before.processor} says ${state.status} of ${before.id}, ${before.status} before`,
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

/** Longer than a call that orders a charge is waited for, in milliseconds. */
const ORDERED_FOR_MS = 10_000;

/** Whether the order of a charge was sent so long ago that it has arrived, or never will. */
export function isLongOrdered({ status, createdAt }: Charge, now: number): boolean {
  return status === 'ordered' && now - createdAt >= ORDERED_FOR_MS;
}

/** When a charge that is not final is asked about again, in milliseconds: seldom once it is old. */
export function restBeforeAsking(ageMs: number): number {
  return Math.min(Math.max(ageMs / 4, 2_000), 3_600_000);
}
