import type { Uuid } from '@florin/contracts';
import { type Kysely, sql } from 'kysely';
import type { LedgerTables } from '../schema.ts';

export interface RangeSize {
  readonly accountsMax: number;
  /** Of all accounts together, unless the first alone has more. */
  readonly changesMax: number;
}

/** The last account of the range after `after`; null when the range reaches beyond all accounts. */
export async function findRangeEnd(
  tx: Kysely<LedgerTables>,
  after: Uuid,
  { accountsMax, changesMax }: RangeSize,
): Promise<Uuid | null> {
  const { rows } = await sql<{ account_id: Uuid; is_last: boolean }>`
    select account_id, next is null as is_last
      from (select account_id, lead(account_id) over w as next, row_number() over w as place,
                   sum(version) over w as changes
              from (select account_id, version from balances where account_id > ${after}
                     order by account_id limit ${accountsMax + 1}) candidates
            window w as (order by account_id)) summed
     where (changes <= ${changesMax} or place = 1) and place <= ${accountsMax}
     order by account_id desc limit 1`.execute(tx);
  const [end] = rows;
  return end === undefined || end.is_last ? null : end.account_id;
}

/** How many entries the balances know of. */
export async function countEntries(tx: Kysely<LedgerTables>): Promise<number> {
  const { entries } = await tx
    .selectFrom('balances')
    .select(({ fn }) => fn.sum<string | null>('entry_sequence').as('entries'))
    .executeTakeFirstOrThrow();
  return Number(entries ?? 0);
}
