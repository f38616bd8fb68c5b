import type { Uuid } from '@florin/contracts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { BillingTables } from '../../schema.ts';

/** A VAT ID of a customer or an account to be checked with a tax office. */
export interface Check {
  readonly accountId: Uuid;
  readonly holderId: Uuid;
  readonly value: string;
}

/** Queues VAT IDs; those already in the queue keep their place. */
export async function addChecks(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
  holderId: Uuid,
  values: readonly string[],
): Promise<void> {
  if (values.length === 0) return;
  await sql`
    insert into tax_id_checks (account_id, holder_id, value)
    select ${accountId}::uuid, ${holderId}::uuid, value from unnest(${values}::text[]) as value
    on conflict (holder_id, value) do nothing`.execute(tx);
}

/** Retried after two minutes, then at doubling intervals of up to six hours. */
const PAUSE_S = 60;
const PAUSE_S_MAX = 21_600;

/**
 * Takes the check that has waited longest. Its pause starts now, so a killed process loses nothing.
 */
export async function takeCheck(
  db: Kysely<BillingTables>,
): Promise<(Check & { readonly tries: number }) | undefined> {
  const { rows } = await sql<{ account_id: Uuid; holder_id: Uuid; value: string; tries: number }>`
    with due as materialized (
      select holder_id, value from tax_id_checks
       where next_try_at <= clock_timestamp()
       order by next_try_at limit 1 for update skip locked)
    update tax_id_checks
       set tries = tries + 1,
           next_try_at = clock_timestamp()
             + make_interval(secs => least(${PAUSE_S} * 2 ^ (tries + 1), ${PAUSE_S_MAX}))
     where (holder_id, value) in (select holder_id, value from due)
    returning account_id, holder_id, value, tries`.execute(db);
  const [row] = rows;
  return (
    row && {
      ...{ accountId: row.account_id, holderId: row.holder_id },
      ...{ value: row.value, tries: row.tries },
    }
  );
}

/** Removes an id from the queue; returns whether it was there. */
export async function deleteCheck(
  tx: Transaction<BillingTables>,
  { holderId, value }: Pick<Check, 'holderId' | 'value'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('tax_id_checks')
    .where('holder_id', '=', holderId)
    .where('value', '=', value)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
