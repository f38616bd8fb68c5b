import type { DomainEvent, ServiceName } from '@florin/contracts';
import {
  type Database,
  type InboxTables,
  type LeaseHolder,
  type LeaseTables,
  type OutboxTables,
  type SagaRunner,
  type SagaTables,
  withTables,
} from '@florin/database';
import {
  type Consumer,
  type ConsumerLoop,
  type ConsumerTables,
  type EventConnection,
  type Redriven,
  redriveDeadLetters,
  startConsumer,
} from '@florin/events';
import type { RpcService } from '@florin/grpc';
import type { Route } from '@florin/http-api';
import type { Kysely } from 'kysely';

/** What a service consists of, besides what every service has. */
export type ServiceParts = CommonParts & AuditPart;

export type Outbox = Kysely<OutboxTables & LeaseTables>;

/** Where operations go that the audit log keeps although no event records them. */
type AuditPart =
  /** Into the outbox of this database, whose events are published to NATS. */
  | {
      readonly outbox: Outbox;
      /** Of a service whose tables are parted: each is published by itself. */
      readonly moreOutboxes?: readonly Outbox[];
      /** Chooses one of them; without it the first. */
      readonly record?: (operation: DomainEvent) => Promise<void>;
    }
  | { readonly record: (operation: DomainEvent) => Promise<void> };

interface CommonParts {
  readonly routes: readonly Route[];
  readonly rpcs?: readonly RpcService[];
  readonly consumers?: readonly ConsumerPart[];
  readonly sagas?: {
    readonly db: Kysely<SagaTables>;
    /** Each has its runs taken up that were cut off. */
    readonly runners: readonly Pick<SagaRunner<never>, 'kind' | 'resume'>[];
  };
  readonly workers?: readonly Worker[];
  /** Leases that parts of it hold, to be measured and released. */
  readonly leases?: readonly LeaseHolder[];
  /** Further databases that it has opened, whose connections are counted with its own. */
  readonly databases?: readonly Pick<Database<unknown>, 'pool'>[];
  /** Called before requests are drained, to end those that have no end of their own. */
  readonly endStreams?: () => void;
  /** Whether gateways may send clients here yet; without it they may from the start. */
  readonly isReady?: (() => boolean) | undefined;
}

/** Something that is done round by round for as long as the service runs. */
export interface Worker {
  /** What it does, as the log names it when that fails: `cleaning up`. */
  readonly name: string;
  /** Does a part of what is due. With true there may be more, and the next round follows at once. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most rounds have nothing to say.
  readonly round: () => Promise<boolean | void>;
  readonly restMs: number;
  /**
   * Rests grow up to this while there is nothing to do and this process commits nothing; without it
   * they stay the same.
   */
  readonly restMsMax?: number;
  /** After a round that failed; as long as after any other without it. */
  readonly restAfterErrorMs?: number;
  /** Whether a failure is nothing to report. */
  readonly expects?: (error: unknown) => boolean;
}

/** Events of another service that are consumed: see `consume`. */
export interface ConsumerPart {
  readonly inbox: Kysely<InboxTables>;
  /** Handles dead letters of this consumer again, from whatever source. */
  redrive(consumer: string): Promise<Redriven>;
  start(
    connection: EventConnection,
    consumer: string,
    listeners: (
      source: ServiceName,
    ) => Pick<Consumer<never>, 'onDeadLetter' | 'onRefused' | 'onError'>,
  ): ConsumerLoop;
}

/** Consumes a service's events, each batch in a transaction that knows which of them are new. */
export function consume<Tables extends ConsumerTables>(
  db: Kysely<Tables>,
  source: ServiceName,
  work: Pick<Consumer<Tables>, 'only' | 'types' | 'findKnown' | 'gatherMs' | 'handle'>,
): ConsumerPart {
  return {
    inbox: withTables<InboxTables, Tables>(db),
    redrive: (name) => redriveDeadLetters({ ...work, name, db }),
    start: (connection, name, listeners) =>
      startConsumer(connection, source, { ...work, ...listeners(source), name, db }),
  };
}
