import { type DomainEvent, newId, type Uuid } from '@florin/contracts';
import { type OutboxTables, openDatabase } from '@florin/database';
import type { Florin } from '../../florin/start-florin.ts';
import { schemaUrl } from './schema-url.ts';

const CONNECTIONS = 14;

/** The ledger's outbox, through connections like its own. */
export function openOutbox(florin: Florin) {
  const url = schemaUrl(florin, 'ledger');
  return openDatabase<OutboxTables>({ url, poolSizeMax: CONNECTIONS }, () => undefined);
}

/** An event of a fictitious kind of object. */
export function eventOf(aggregateId: Uuid, version: number, accountId: Uuid): DomainEvent {
  return {
    id: newId(),
    type: 'thing.changed',
    created_at: new Date().toISOString(),
    account_id: accountId,
    aggregate_id: aggregateId,
    aggregate_sequence: version,
    data: { object: { version } },
    request: { id: null, idempotency_key: null },
  };
}
