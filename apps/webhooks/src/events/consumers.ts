import { type DomainEvent, isOperation } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { insertOperations } from '../audit-log/queries.ts';
import type { WebhooksTables } from '../schema.ts';
import { logEvents } from './log-events.ts';

/** Writes events of any service and type to the log, and audited operations to the audit log. */
export async function onAnyEvent(
  tx: Transaction<WebhooksTables>,
  happened: readonly DomainEvent[],
): Promise<void> {
  await logEvents(
    tx,
    happened.filter((event) => !isOperation(event)),
  );
  await insertOperations(tx, happened.filter(isOperation));
}
