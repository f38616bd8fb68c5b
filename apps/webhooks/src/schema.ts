import type { IdempotencyTables, InboxTables, LeaseTables, OutboxTables } from '@florin/database';
import type { Generated } from 'kysely';
import type { DeliveryStatus } from './domain/delivery.ts';
import type { EndpointStatus } from './domain/endpoint.ts';

export interface WebhooksTables extends InboxTables, LeaseTables, IdempotencyTables, OutboxTables {
  account_sequences: { account_id: string; last_sequence: bigint };
  log_head: { last_position: bigint };
  /** Earlier ids belong to dropped months; null while none was dropped. */
  log_start: { first_id: string | null };
  events: {
    id: string;
    account_id: string | null;
    sequence: bigint | null;
    /** Position in the one order across all accounts. */
    position: bigint;
    /** Its object; null in rows logged before this column existed. */
    aggregate_id: string | null;
    type: string;
    created_at: Date;
    /** Written as JSON text. */
    data: string;
    request: string;
    /** Copied from `request`, for filters. */
    request_id: string | null;
    operation: string | null;
    api_key_id: string | null;
  };
  /** Audited operations without events. */
  audited_operations: {
    id: string;
    account_id: string | null;
    /** Sequence of the event before it; 0 before an account's first. */
    sequence: bigint | null;
    position: bigint;
    /** Orders operations after the same event. */
    number: Generated<bigint>;
    operation: string;
    status: number;
    error: string | null;
    target_id: string | null;
    created_at: Date;
    /** Written as JSON text. */
    request: string;
  };
  webhook_endpoints: {
    id: string;
    account_id: string;
    url: string;
    /** Patterns of event types. */
    event_types: string[];
    status: EndpointStatus;
    disabled_reason: string | null;
    /** First failed attempt since the last success. */
    failing_since: Date | null;
    /** Whether the failure was published. */
    is_failure_published: Generated<boolean>;
    /** Number of published events about it. */
    events_published: Generated<number>;
    secret: Buffer;
    previous_secret: Buffer | null;
    previous_secret_ends_at: Date | null;
    created_at: Date;
    updated_at: Date;
    deleted_at: Date | null;
  };
  deliveries: {
    id: string;
    endpoint_id: string;
    event_id: string;
    event_type: string;
    aggregate_id: string | null;
    /** Written as JSON text. */
    test_event: string | null;
    status: DeliveryStatus;
    attempts: Generated<number>;
    next_attempt_at: Date | null;
    last_attempt_at: Date | null;
    status_code: number | null;
    error: string | null;
    /** Beginning of the last response, if it was an error. */
    answer: string | null;
    created_at: Generated<Date>;
  };
  /** Erased customers, and the sequence up to which their account's events were searched. */
  erasures: {
    customer_id: string;
    account_id: string;
    erased_at: Date;
    searched_sequence: Generated<bigint>;
    /** Null while events are left to search. */
    finished_at: Generated<Date | null>;
  };
  /** Erased users, and the position up to which the log was searched for them. */
  user_erasures: {
    user_id: string;
    invitation_ids: string[];
    erased_at: Date;
    searched_position: Generated<bigint>;
    /** Null while events are left to search. */
    finished_at: Generated<Date | null>;
  };
  endpoint_queues: {
    endpoint_id: string;
    due_at: Generated<Date>;
    leased_until: Date | null;
    failures: Generated<number>;
    paused_until: Date | null;
  };
}
