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

/** Parts of a service in addition to those of every service. */
export type ServiceParts = CommonParts & AuditPart;

export type Outbox = Kysely<OutboxTables & LeaseTables>;

/** Where operations without events are stored for the audit log. */
type AuditPart =
  /** In this database's outbox, which is published to NATS. */
  | {
      readonly outbox: Outbox;
      /** Outboxes of a sharded service, each published separately. */
      readonly moreOutboxes?: readonly Outbox[];
      /** Chooses an outbox for an operation; by default the first. */
      readonly record?: (operation: DomainEvent) => Promise<void>;
    }
  | { readonly record: (operation: DomainEvent) => Promise<void> };

interface CommonParts {
  readonly routes: readonly Route[];
  readonly rpcs?: readonly RpcService[];
  readonly consumers?: readonly ConsumerPart[];
  readonly sagas?: {
    readonly db: Kysely<SagaTables>;
    /** Sagas whose interrupted runs are resumed. */
    readonly runners: readonly Pick<SagaRunner<never>, 'kind' | 'resume'>[];
  };
  readonly workers?: readonly Worker[];
  /** Leases of its parts, to be measured and released. */
  readonly leases?: readonly LeaseHolder[];
  /** Additional databases, whose connections are counted. */
  readonly databases?: readonly Pick<Database<unknown>, 'pool'>[];
  /** Called before requests are drained, to end endless responses. */
  readonly endStreams?: () => void;
  /** Whether gateways may send requests. A service without this check is ready from the start. */
  readonly isReady?: (() => boolean) | undefined;
}

/** Work that is repeated while the service runs. */
export interface Worker {
  /** Name of the work for its failures in the log: `cleaning up`. */
  readonly name: string;
  /**
   * Does a part of the due work. True if there may be more, so that the next round follows at once.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most rounds have nothing to say.
  readonly round: () => Promise<boolean | void>;
  readonly restMs: number;
  /**
   * Rests grow up to this while there is nothing to do and this process commits nothing; by default
   * they do not grow.
   */
  readonly restMsMax?: number;
  /** Rest after a failed round; by default as after any other. */
  readonly restAfterErrorMs?: number;
  /** Whether a failure is expected and not reported. */
  readonly expects?: (error: unknown) => boolean;
}

/** A consumer of another service's events: see `consume`. */
export interface ConsumerPart {
  readonly inbox: Kysely<InboxTables>;
  /** Retries the dead letters of this consumer, from all sources. */
  redrive(consumer: string): Promise<Redriven>;
  start(
    connection: EventConnection,
    consumer: string,
    listeners: (
      source: ServiceName,
    ) => Pick<Consumer<never>, 'onDeadLetter' | 'onRefused' | 'onError'>,
  ): ConsumerLoop;
}

/** Consumes a service's events, each batch in a transaction that detects which are new. */
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
