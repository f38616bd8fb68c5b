import { type ServiceName, toPublicId, type Uuid } from '@florin/contracts';
import {
  countDeadLetters,
  type InboxTables,
  listDeadLetters,
  listUnended,
  measureOutboxes,
  measureSagas,
  type OutboxTables,
  type SagaTables,
} from '@florin/database';
import type { ConsumerLoop, EventConnection, Redriven } from '@florin/events';
import { withTimeout } from '@florin/runtime/timeout';
import type { Kysely } from 'kysely';
import type { SystemService } from './model.ts';

/** What works without requests in this process; what a service does not have is undefined. */
export interface Followed {
  /** One, or more where its tables are parted. */
  readonly outboxes: readonly Kysely<OutboxTables>[];
  readonly inbox: Kysely<InboxTables> | undefined;
  readonly sagas: Kysely<SagaTables> | undefined;
  readonly consumers: readonly Pick<ConsumerLoop, 'source' | 'backlog'>[];
  readonly redrive: (() => Promise<Redriven>) | undefined;
}

/** How a service is, as this process of it sees it. */
export interface System {
  /** Once all of that has begun. */
  follow(followed: Followed): void;
  tell(): Promise<SystemService>;
  /** Handles dead letters again. */
  redrive(): Promise<{ readonly handled: number; readonly failed: number }>;
}

/** Of what is stuck, the oldest are told one by one. */
const TOLD_MAX = 50;
/** NATS that is away does not answer at all. */
const BACKLOG_MS_MAX = 1_000;

/** What does not change while a process runs. */
export interface SystemFacts {
  readonly name: ServiceName;
  readonly version: string;
  /** Of its source, where that is known. */
  readonly commit: string | undefined;
  readonly features: Readonly<Record<string, boolean>>;
}

export function makeSystem(
  { name, version, commit, features }: SystemFacts,
  events: Pick<EventConnection, 'outage'>,
): System {
  const startedAt = new Date();
  let followed: Followed | undefined;
  return {
    follow(given) {
      followed = given;
    },
    async tell() {
      const { outboxes = [], inbox, sagas, consumers = [] } = followed ?? {};
      return {
        object: 'system_service',
        ...{ service: name, version, commit: commit ?? null },
        started_at: startedAt.toISOString(),
        features: { ...features },
        nats: events.outage() === undefined ? 'connected' : 'away',
        outbox: outboxes.length > 0 ? await tellOutboxes(outboxes) : null,
        consumers: await Promise.all(consumers.map(tellConsumer)),
        dead_letters: inbox ? await tellDeadLetters(inbox, name) : null,
        unended_work: sagas ? await tellUnended(sagas) : null,
      };
    },
    async redrive() {
      const { handled, failed } = (await followed?.redrive?.()) ?? { handled: 0, failed: [] };
      return { handled, failed: failed.length };
    },
  };
}

async function tellOutboxes(
  outboxes: readonly Kysely<OutboxTables>[],
): Promise<SystemService['outbox']> {
  const { backlog, ageSeconds } = await measureOutboxes(outboxes);
  return { backlog, age_seconds: Math.round(ageSeconds) };
}

async function tellConsumer({
  source,
  backlog,
}: Pick<ConsumerLoop, 'source' | 'backlog'>): Promise<SystemService['consumers'][number]> {
  const found = await withTimeout(BACKLOG_MS_MAX, backlog()).catch(() => undefined);
  return {
    from_service: source,
    backlog: found?.messages ?? null,
    age_seconds: found ? Math.round(found.ageSeconds) : null,
  };
}

async function tellDeadLetters(
  db: Kysely<InboxTables>,
  consumer: ServiceName,
): Promise<SystemService['dead_letters']> {
  const counts = await countDeadLetters(db);
  const rows = await listDeadLetters(db, consumer, TOLD_MAX);
  return {
    count: counts.find((each) => each.consumer === consumer)?.letters ?? 0,
    data: rows.map(({ event_id, reason, created_at }) => ({
      event_id: event_id && toPublicId('event', event_id as Uuid),
      reason,
      created_at: created_at.toISOString(),
    })),
  };
}

async function tellUnended(db: Kysely<SagaTables>): Promise<SystemService['unended_work']> {
  const { open, ageSeconds } = await measureSagas(db);
  const rows = await listUnended(db, TOLD_MAX);
  return {
    ...{ count: open, age_seconds: Math.round(ageSeconds) },
    data: rows.map(({ kind, step, attempts, begunAt }) => ({
      ...{ kind, step, attempts },
      begun_at: begunAt.toISOString(),
    })),
  };
}
