import { appRoleOf, createInbox, createLeases, createOutbox } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** The ledger's books: one balance per account, its transactions, and the journal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = sql.id(appRoleOf('ledger'));
  await createBalances(db);
  await createTransactions(db);
  await createEntries(db);
  await createReplies(db);
  await sql`grant select, insert, update on balances to ${app}`.execute(db);
  await sql`grant select, insert on transactions to ${app}`.execute(db);
  // Account, type, amount and currency of a transaction never change.
  await sql`
    grant update (version, status, reference, metadata, captured_amount, refunded_amount,
                  failure_reason, due_at, updated_at, canceled_at)
       on transactions to ${app}`.execute(db);
  await sql`grant select, insert on entries, replies to ${app}`.execute(db);
  await createOutbox(db, appRoleOf('ledger'));
  await createInbox(db, appRoleOf('ledger'));
  await createLeases(db, appRoleOf('ledger'));
}

async function createBalances(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table balances (
      account_id uuid primary key,
      version bigint not null default 1,
      currency text not null,
      status text not null default 'open' check (status in ('open', 'closed')),
      available bigint not null default 0 check (available >= 0),
      held bigint not null default 0 check (held >= 0),
      settled bigint not null default 0 check (settled >= 0),
      fees bigint not null default 0 check (fees >= 0),
      external bigint not null default 0,
      entry_sequence bigint not null default 0,
      last_id uuid,
      check (available + held + settled + fees + external = 0)
    )
    -- Rows change all the time and stay small: room on the page keeps updates off the indexes.
    with (fillfactor = 50)`.execute(db);
}

async function createTransactions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transactions (
      id uuid not null,
      account_id uuid not null,
      version bigint not null,
      type text not null check (type in ('payment', 'credit', 'refund')),
      status text not null check (status in ('pending', 'succeeded', 'failed', 'canceled')),
      amount bigint not null check (amount > 0),
      currency text not null,
      reference text,
      metadata json not null,
      capture text check (capture in ('automatic', 'manual')),
      captured_amount bigint check (captured_amount between 0 and amount),
      refunded_amount bigint not null check (refunded_amount between 0 and coalesce(captured_amount, 0)),
      refund_of uuid,
      failure_reason text,
      due_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      canceled_at timestamptz(3),
      primary key (id, account_id)
    ) partition by range (id)`.execute(db);
  await sql`create index transactions_account on transactions (account_id, id)`.execute(db);
  await sql`create index transactions_due on transactions (due_at) where status = 'pending'`.execute(
    db,
  );
}

async function createEntries(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table entries (
      id uuid not null,
      account_id uuid not null,
      sequence bigint not null check (sequence > 0),
      transaction_id uuid not null,
      kind text not null,
      available bigint not null,
      held bigint not null,
      settled bigint not null,
      fees bigint not null,
      external bigint not null,
      available_after bigint not null check (available_after >= 0),
      held_after bigint not null check (held_after >= 0),
      settled_after bigint not null check (settled_after >= 0),
      fees_after bigint not null check (fees_after >= 0),
      external_after bigint not null,
      primary key (id, account_id),
      check (available + held + settled + fees + external = 0),
      check (available_after + held_after + settled_after + fees_after + external_after = 0)
    ) partition by range (id)`.execute(db);
  await sql`create index entries_account on entries (account_id, id)`.execute(db);
  await sql`create index entries_transaction on entries (transaction_id)`.execute(db);
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the journal is append-only: correct it by another entry';
    end $$`.execute(db);
  await sql`
    create trigger entries_append_only before update or delete on entries
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create trigger entries_no_truncate before truncate on entries
    for each statement execute function refuse_change()`.execute(db);
}

/** Idempotency-Keys with their replies, by day, so that a day is deleted by dropping its table. */
async function createReplies(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table replies (
      day date not null,
      account_id uuid not null,
      route text not null,
      key text not null,
      request_hash text not null,
      status integer not null,
      body text not null,
      primary key (account_id, route, key, day)
    ) partition by range (day)`.execute(db);
}
