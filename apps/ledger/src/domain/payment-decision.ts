import type { Balance } from './balance.ts';
import type { Ground, Movement, Refusal } from './decision.ts';
import type { PaymentAttempt } from './payment-attempt.ts';
import type { PaymentRequest } from './payment-request.ts';
import type { Transaction } from './transaction.ts';

/** What a decision on a payment request is made on: all of it read under the account's lock. */
export interface PaymentGround extends Pick<Ground, 'now' | 'newId'> {
  readonly balance: Balance;
  /** All attempts to pay it. */
  readonly attempts: readonly PaymentAttempt[];
}

export interface PaymentChange {
  readonly accepted: true;
  /** The payment request as it is now. The same object as before when it did not change. */
  readonly payment: PaymentRequest;
  /** The attempt that was begun or ended. */
  readonly attempt?: PaymentAttempt;
  /** What the account gets. */
  readonly credit?: { readonly transaction: Transaction; readonly movement: Movement };
}

export type PaymentDecision = PaymentChange | Refusal;

export function isBeingPaid({ attempts }: Pick<PaymentGround, 'attempts'>): boolean {
  return attempts.some(({ status }) => status === 'processing');
}
