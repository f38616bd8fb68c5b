import { type DomainEvent, newId, type ServiceName, type Uuid } from '@florin/contracts';
import {
  addToOutbox,
  addTraceToOutbox,
  appRoleOf,
  createLeases,
  createOutbox,
  type LeaseTables,
  moveOutboxToCursor,
  type OutboxTables,
  openDatabase,
  prepareThrowawayDatabase,
} from '@florin/database';
import { startRelay } from '@florin/events';
import { createDatabase } from '@florin/testing';
import { type Kysely, sql } from 'kysely';
import type { Bus } from './start-webhooks.ts';

type ProducerTables = OutboxTables & LeaseTables;

/** A service as webhooks sees it: an outbox and the relay that publishes it. */
export interface Producer {
  /** Commits events to the outbox. */
  emit(events: readonly DomainEvent[]): Promise<void>;
}

export type Producers = Awaited<ReturnType<typeof startProducers>>;

/** Producers of events: each service with its own schema in one database. */
export async function startProducers(bus: Bus, services: readonly ServiceName[]) {
  const { adminUrl, drop } = await createDatabase();
  const stops: (() => Promise<void>)[] = [];
  const producers = new Map<ServiceName, Producer>();
  for (const service of services) {
    const url = await prepareThrowawayDatabase(adminUrl, service, {
      '0001-outbox': { up: (db) => makeTables(db, service) },
    });
    const { db, close } = openDatabase<ProducerTables>({ url, poolSizeMax: 3 }, () => {});
    const relay = startRelay(db, service, bus.connection, () => {});
    producers.set(service, {
      emit: (events) =>
        db.transaction().execute(async (tx) => {
          // A busy test process can stand still for the second that a service may.
          await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
          await addToOutbox(tx, events);
        }),
    });
    stops.push(async () => {
      await relay.stop();
      await close();
    });
  }
  return {
    of(service: ServiceName): Producer {
      const producer = producers.get(service);
      if (!producer) throw new Error(`${service} was not started`);
      return producer;
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      await drop();
    },
  };
}

async function makeTables(db: Kysely<unknown>, service: ServiceName): Promise<void> {
  await createOutbox(db, appRoleOf(service));
  await addTraceToOutbox(db);
  await moveOutboxToCursor(db, appRoleOf(service));
  await createLeases(db, appRoleOf(service));
}

/** An event with its account and its number within the aggregate. */
export function eventOf(
  accountId: Uuid | null,
  aggregateId: Uuid,
  version: number,
  change: Partial<DomainEvent> = {},
): DomainEvent {
  return {
    id: newId(),
    type: 'thing.changed',
    created_at: new Date().toISOString(),
    account_id: accountId,
    aggregate_id: aggregateId,
    aggregate_sequence: version,
    data: { object: { of: aggregateId, version } },
    request: { id: null, idempotency_key: null },
    ...change,
  };
}
