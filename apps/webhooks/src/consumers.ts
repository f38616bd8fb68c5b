import { customersOf, type DomainEvent, isOperation, redactEvents } from '@florin/contracts';
import { findErased, recordErasures, recordUserErasures } from '@florin/database';
import type { Transaction } from 'kysely';
import { insertOperations } from './audit-log/queries.ts';
import { redactErasedUsers } from './erasures/redact-users.ts';
import { logEvents } from './log-events.ts';
import type { WebhooksTables } from './schema.ts';

/** Writes events of any service and type to the log, and audited operations to the audit log. */
export async function onAnyEvent(
  tx: Transaction<WebhooksTables>,
  received: readonly DomainEvent[],
): Promise<void> {
  await recordErasures(tx, received);
  await recordUserErasures(tx, received);
  const erased = await findErased(tx, customersOf(received));
  const events = await redactErasedUsers(
    tx,
    redactEvents(received, (customerId) => erased.has(customerId)),
  );
  await logEvents(
    tx,
    events.filter((event) => !isOperation(event)),
  );
  await insertOperations(tx, events.filter(isOperation));
}
