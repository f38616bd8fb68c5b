import {
  type MoneyBack,
  NO_MONEY_BACK,
  type PaymentRequest,
} from '../domain/payment-request/model.ts';
import type { Processors } from './processor.ts';

/**
 * Reads refunds and disputes of payments from the processors service.
 * @returns a function that gives undefined for a payment if that service does not answer
 */
export async function findMoneyBack(
  processors: Processors,
  payments: readonly PaymentRequest[],
  requestId: string,
): Promise<(payment: PaymentRequest) => MoneyBack | undefined> {
  const isPaid = ({ status }: PaymentRequest) => status === 'succeeded';
  const ids = payments.filter(isPaid).map(({ id }) => id);
  const found = await processors.listMoneyBack(ids, requestId).catch(() => undefined);
  return (payment) => {
    if (!isPaid(payment)) return NO_MONEY_BACK;
    return found && (found.get(payment.id) ?? NO_MONEY_BACK);
  };
}
