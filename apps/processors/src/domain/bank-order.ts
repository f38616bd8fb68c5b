import type { Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';

/** A bank transfer expected from a customer. */
export interface BankOrder {
  readonly id: Uuid;
  readonly account_id: Uuid;
  /** ISO 11649. */
  readonly reference: string;
  /** Minor units; null if it was canceled before it was ordered here. */
  readonly amount: bigint | null;
  readonly currency: Currency | null;
  readonly status: 'waiting' | 'paid' | 'canceled';
}
