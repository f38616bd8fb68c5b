import { CUSTOMER_ANONYMIZED, type DomainEvent, type Uuid } from '@florin/contracts';
import { type Kysely, sql, type Transaction } from 'kysely';
import { toIdArray } from '../rows/binary-arrays.ts';
import type { OutboxTables } from './outbox.ts';

export interface ErasureTables {
  /** Customers whose personal data was erased. Later events about them are redacted. */
  erasures: { customer_id: string; account_id: string; erased_at: Date };
}

export interface Erasure {
  readonly customerId: Uuid;
  readonly accountId: Uuid;
}

/** Part of a migration of every service that stores personal data of customers. */
export async function createErasures(db: Kysely<unknown>, appRole: string): Promise<void> {
  await sql`
    create table erasures (
      customer_id uuid primary key,
      account_id uuid not null,
      erased_at timestamptz(3) not null
    )`.execute(db);
  await sql`grant select, insert, update on erasures to ${sql.id(appRole)}`.execute(db);
}

/** Part of the same migration in services that publish events, whose bodies must be redactable. */
export async function allowOutboxRedaction(db: Kysely<unknown>, appRole: string): Promise<void> {
  await sql`grant update (body) on outgoing_events to ${sql.id(appRole)}`.execute(db);
}

/**
 * Records each erasure among these events once and returns all of them. Call it first in a batch:
 * it waits for batches that have read the table, and later batches see its rows.
 */
export async function recordErasures<Tables extends ErasureTables>(
  tx: Transaction<Tables>,
  events: readonly DomainEvent[],
): Promise<readonly Erasure[]> {
  const erasures = events
    .filter(({ type, account_id }) => type === CUSTOMER_ANONYMIZED && account_id !== null)
    .map((event) => ({
      customer_id: event.aggregate_id,
      account_id: event.account_id ?? '',
      erased_at: new Date(event.created_at),
    }));
  if (erasures.length === 0) return [];
  await sql`lock table erasures in access exclusive mode`.execute(tx);
  await sql`
    insert into erasures (customer_id, account_id, erased_at)
    select * from unnest(${toIdArray(erasures.map((each) => each.customer_id))}::uuid[],
                         ${toIdArray(erasures.map((each) => each.account_id))}::uuid[],
                         ${erasures.map((each) => each.erased_at)}::timestamptz[])
    on conflict (customer_id) do nothing`.execute(tx);
  return erasures.map(({ customer_id: customerId, account_id: accountId }) => ({
    customerId,
    accountId,
  }));
}

/** Returns which of these customers had their personal data erased. */
export async function findErased<Tables extends ErasureTables>(
  db: Kysely<Tables>,
  customerIds: readonly Uuid[],
): Promise<ReadonlySet<Uuid>> {
  if (customerIds.length === 0) return new Set();
  const { rows } = await sql<{ customer_id: Uuid }>`
    select customer_id from erasures
     where customer_id = any(${toIdArray(customerIds)}::uuid[])`.execute(db);
  return new Set(rows.map((row) => row.customer_id));
}

/** Objects per redaction statement. */
const AGGREGATES_MAX = 500;

/** Redacts the events about these objects in the outbox, including published ones. */
export async function redactOutbox<Tables extends OutboxTables>(
  tx: Transaction<Tables>,
  aggregateIds: readonly Uuid[],
  redact: (event: DomainEvent) => DomainEvent,
): Promise<void> {
  for (let from = 0; from < aggregateIds.length; from += AGGREGATES_MAX) {
    const ids = aggregateIds.slice(from, from + AGGREGATES_MAX);
    const { rows } = await sql<{ position: bigint; body: string }>`
      select position, body from outgoing_events
       where aggregate_id = any(${toIdArray(ids)}::uuid[])`.execute(tx);
    for (const { position, body } of rows) {
      const redacted = JSON.stringify(redact(JSON.parse(body) as DomainEvent));
      await sql`
        update outgoing_events set body = ${redacted} where position = ${position}`.execute(tx);
    }
  }
}
