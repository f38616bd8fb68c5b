import type { DomainEvent } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { onMoneyBack } from './collection/money-back/consumers.ts';
import { onPaymentEnded } from './collection/payments/consumers.ts';
import type { BillingTables } from './schema.ts';
import { onMethodSaved } from './selling/subscriptions/method-consumers.ts';

/** Handles the events of all services that billing reads; dead letters come from any of them. */
export async function onEvents(
  tx: Transaction<BillingTables>,
  events: readonly DomainEvent[],
): Promise<void> {
  await onPaymentEnded(tx, events);
  await onMethodSaved(tx, events);
  await onMoneyBack(tx, events);
}
