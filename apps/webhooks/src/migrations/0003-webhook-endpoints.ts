import { type Accepted, appRoleOf, createIdempotencyKeys } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  why: 'an index of blocks (brin) takes one pass over `events`: run it while little happens',
};

/** Webhook endpoints and deliveries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = sql.id(appRoleOf('webhooks'));
  await sql`
    create table webhook_endpoints (
      id uuid primary key,
      account_id uuid not null,
      url text not null,
      event_types text[] not null,
      status text not null check (status in ('enabled', 'disabled')),
      disabled_reason text,
      secret bytea not null,
      -- After a rotation both sign for a while.
      previous_secret bytea,
      previous_secret_ends_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      -- Its deliveries are deleted little by little, and then the row.
      deleted_at timestamptz(3)
    )`.execute(db);
  await sql`
    create index webhook_endpoints_account on webhook_endpoints (account_id, id)
     where deleted_at is null`.execute(db);
  await sql`
    create table deliveries (
      id uuid primary key,
      endpoint_id uuid not null references webhook_endpoints (id),
      event_id uuid not null,
      event_type text not null,
      -- Deliveries about one object are made one after the other.
      aggregate_id uuid,
      -- Present where the event is in no log, but made up to try the endpoint.
      test_event json,
      status text not null check (status in ('pending', 'delivered', 'dead')),
      attempts integer not null default 0,
      next_attempt_at timestamptz(3) check ((next_attempt_at is null) = (status <> 'pending')),
      last_attempt_at timestamptz(3),
      status_code integer,
      error text,
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index deliveries_endpoint on deliveries (endpoint_id, id)`.execute(db);
  await sql`
    create index deliveries_due on deliveries (endpoint_id, next_attempt_at, id)
     where status = 'pending'`.execute(db);
  // One process at a time serves an endpoint, so that a slow or dead one delays only itself.
  await sql`
    create table lanes (
      endpoint_id uuid primary key references webhook_endpoints (id),
      due_at timestamptz(3) not null default 'infinity',
      leased_until timestamptz(3),
      -- How often in a row it has failed, and until when it is therefore left alone.
      failures integer not null default 0,
      paused_until timestamptz(3)
    )`.execute(db);
  await sql`create index lanes_due on lanes (due_at)`.execute(db);
  await sql`
    grant select, insert, update, delete on webhook_endpoints, deliveries, lanes to ${app}`.execute(
    db,
  );
  // For replays. Very small, because events are stored in the order of time.
  await sql`create index events_created on events using brin (created_at)`.execute(db);
  await createIdempotencyKeys(db, appRoleOf('webhooks'));
}
