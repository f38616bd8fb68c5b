import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'older code writes no movements and makes no pending payment without a capture: what is refused is what it must not do to those that newer code has made',
};

/**
 * Allows pending withdrawals to end only as their movement says. A ledger of the previous version
 * would release one like a hold, although its money is leaving.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fund_movements
      add constraint fund_movements_transaction unique (account_id, transaction_id)`.execute(db);
  await sql`
    create function refuse_other_end() returns trigger language plpgsql
    set search_path = ledger, pg_temp as $$
    begin
      if not exists (select from fund_movements
                      where account_id = new.account_id and transaction_id = new.id
                        and status = new.status) then
        raise exception 'a withdrawal ends only as its movement says';
      end if;
      return new;
    end $$`.execute(db);
  // The condition keeps all other changes cheap.
  await sql`
    create trigger transactions_withdrawal before update of status on transactions
    for each row when (old.status = 'pending' and old.capture is null and new.status <> 'pending')
    execute function refuse_other_end()`.execute(db);
}
