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

/** Background work of this process; undefined for kinds that the service lacks. */
export interface Followed {
  /** One, or several in a sharded service. */
  readonly outboxes: readonly Kysely<OutboxTables>[];
  readonly inbox: Kysely<InboxTables> | undefined;
  readonly sagas: Kysely<SagaTables> | undefined;
  readonly consumers: readonly Pick<ConsumerLoop, 'source' | 'backlog'>[];
  readonly redrive: (() => Promise<Redriven>) | undefined;
}

/** Status of a service as seen by this process. */
export interface System {
  /** Called once background work has started. */
  follow(followed: Followed): void;
  describe(): Promise<SystemService>;
  /** Retries the dead letters. */
  redrive(): Promise<{ readonly handled: number; readonly failed: number }>;
}

/** Number of the oldest stuck items that are listed. */
const TOLD_MAX = 50;
/** An unreachable NATS does not answer at all. */
const BACKLOG_MS_MAX = 1_000;

/** Facts that are constant while a process runs. */
export interface SystemFacts {
  readonly name: ServiceName;
  readonly version: string;
  /** The source commit, if known. */
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
    async describe() {
      const { outboxes = [], inbox, sagas, consumers = [] } = followed ?? {};
      return {
        object: 'system_service',
        ...{ service: name, version, commit: commit ?? null },
        started_at: startedAt.toISOString(),
        features: { ...features },
        nats: events.outage() === undefined ? 'connected' : 'away',
        outbox: outboxes.length > 0 ? await describeOutboxes(outboxes) : null,
        consumers: await Promise.all(consumers.map(describeConsumer)),
        dead_letters: inbox ? await describeDeadLetters(inbox, name) : null,
        unended_work: sagas ? await describeUnended(sagas) : null,
      };
    },
    async redrive() {
      const { handled, failed } = (await followed?.redrive?.()) ?? { handled: 0, failed: [] };
      return { handled, failed: failed.length };
    },
  };
}

async function describeOutboxes(
  outboxes: readonly Kysely<OutboxTables>[],
): Promise<SystemService['outbox']> {
  const { backlog, ageSeconds } = await measureOutboxes(outboxes);
  return { backlog, age_seconds: Math.round(ageSeconds) };
}

async function describeConsumer({
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

async function describeDeadLetters(
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

async function describeUnended(db: Kysely<SagaTables>): Promise<SystemService['unended_work']> {
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
