import { ABANDONED, type CardSummary, type PaymentAttempt } from './payment-attempt.ts';
import { DECLINES_MAX, type PaymentRequest } from './payment-request.ts';

/** What the customer finds at the page of a payment request. */
export type PaymentView =
  | {
      readonly state: 'open';
      /** Why the last attempt was declined; null before the first. */
      readonly declineCode: string | null;
      readonly triesLeft: number;
    }
  | { readonly state: 'being_paid' | 'expired' | 'canceled' | 'failed' }
  | { readonly state: 'paid'; readonly card: CardSummary | null; readonly paidAt: number };

/** `now` is milliseconds since 1970. */
export function viewOf(
  payment: PaymentRequest,
  last: PaymentAttempt | undefined,
  now: number,
): PaymentView {
  switch (payment.status) {
    case 'succeeded':
      return { state: 'paid', card: last?.card ?? null, paidAt: payment.updatedAt };
    case 'failed':
      return { state: 'failed' };
    case 'canceled':
      return { state: payment.expiresAt <= payment.updatedAt ? 'expired' : 'canceled' };
    case 'pending':
      // One that has succeeded was read after the request: it shows at the next look.
      if (last && last.status !== 'declined') return { state: 'being_paid' };
      if (payment.expiresAt <= now) return { state: 'expired' };
      return {
        state: 'open',
        declineCode: last && last.declineCode !== ABANDONED ? last.declineCode : null,
        triesLeft: DECLINES_MAX - payment.failedAttempts,
      };
    default:
      return payment.status satisfies never;
  }
}
