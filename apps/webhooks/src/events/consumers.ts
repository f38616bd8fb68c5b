import { customersOf, type DomainEvent, isOperation, redactEvents } from '@florin/contracts';
import { findErased, recordErasures } from '@florin/database';
import type { Transaction } from 'kysely';
import { insertOperations } from '../audit-log/queries.ts';
import type { WebhooksTables } from '../schema.ts';
import { logEvents } from './log-events.ts';

/** Writes events of any service and type to the log, and audited operations to the audit log. */
export async function onAnyEvent(
  tx: Transaction<WebhooksTables>,
  happened: readonly DomainEvent[],
): Promise<void> {
  await recordErasures(tx, happened);
  const erased = await findErased(tx, customersOf(happened));
  await logEvents(
    tx,
    redactEvents(
      happened.filter((event) => !isOperation(event)),
      (customerId) => erased.has(customerId),
    ),
  );
  await insertOperations(tx, happened.filter(isOperation));
}
