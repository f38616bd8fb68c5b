import type { Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';

/** A transfer that a customer is asked for. */
export interface BankOrder {
  readonly id: Uuid;
  readonly account_id: Uuid;
  /** ISO 11649. */
  readonly reference: string;
  /** Minor units; null where it was canceled before it came. */
  readonly amount: bigint | null;
  readonly currency: Currency | null;
  readonly status: 'waiting' | 'paid' | 'canceled';
}
