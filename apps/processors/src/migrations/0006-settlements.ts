import { type Accepted, appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  why: 'no release has had the tables that get an index: they are empty',
};

/** Settlement lines of processors, matched with known objects. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = sql.id(appRoleOf('processors'));
  await sql`
    create table settlement_cursors (
      processor text not null,
      -- Empty for the operator's own.
      merchant_reference text not null,
      cursor text,
      read_at timestamptz(3) not null,
      primary key (processor, merchant_reference)
    )`.execute(db);
  await sql`
    create table settlement_lines (
      id uuid primary key,
      processor text not null,
      merchant_reference text not null,
      reference text not null,
      livemode boolean not null,
      kind text not null
        check (kind in ('charge', 'refund', 'dispute', 'fee', 'payout', 'adjustment')),
      about text,
      gross bigint not null,
      fee bigint not null,
      currency text not null,
      at timestamptz(3) not null,
      -- Whose it is and what of theirs it is about: null while nothing here is known by that name.
      account_id uuid,
      subject_id uuid,
      look_at timestamptz(3) default clock_timestamp(),
      looks integer not null default 0,
      -- Of the fee, what has been taken from the account so far, by how many movements.
      fee_booked bigint not null default 0,
      fee_bookings integer not null default 0,
      book_at timestamptz(3),
      unique (processor, merchant_reference, reference)
    )`.execute(db);
  await sql`create index settlement_lines_at on settlement_lines (at)`.execute(db);
  await sql`
    create index settlement_lines_subject on settlement_lines (subject_id)
     where subject_id is not null`.execute(db);
  await sql`
    create index settlement_lines_look on settlement_lines (look_at)
     where look_at is not null`.execute(db);
  await sql`
    create index settlement_lines_book on settlement_lines (book_at)
     where book_at is not null`.execute(db);
  await sql`create index charges_ended on charges (updated_at) where status = 'succeeded'`.execute(
    db,
  );
  await sql`create index refunds_ended on refunds (updated_at) where status = 'succeeded'`.execute(
    db,
  );
  await sql`create index payouts_ended on payouts (updated_at) where status = 'succeeded'`.execute(
    db,
  );
  await sql`grant select, insert, update on settlement_cursors, settlement_lines to ${app}`.execute(
    db,
  );
}
