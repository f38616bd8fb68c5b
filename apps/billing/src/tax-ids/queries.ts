import type { Uuid } from '@florin/contracts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { BillingTables } from '../schema.ts';

/** A VAT id of a customer, or of the account itself, that a tax office is to be asked about. */
export interface Check {
  readonly accountId: Uuid;
  readonly holderId: Uuid;
  readonly value: string;
}

/** Puts VAT ids into the queue; those that wait in it stay where they are. */
export async function addChecks(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
  holderId: Uuid,
  values: readonly string[],
): Promise<void> {
  if (values.length === 0) return;
  await tx
    .insertInto('tax_id_checks')
    .values(values.map((value) => ({ account_id: accountId, holder_id: holderId, value })))
    .onConflict((conflict) => conflict.columns(['holder_id', 'value']).doNothing())
    .execute();
}

/** Asked again after two minutes, then twice as long each time, up to six hours. */
const PAUSE_S = 60;
const PAUSE_S_MAX = 21_600;

/** Takes the check that has waited longest. Its pause begins now, so a killed process loses none. */
export async function takeCheck(
  db: Kysely<BillingTables>,
): Promise<(Check & { readonly tries: number }) | undefined> {
  const { rows } = await sql<{ account_id: Uuid; holder_id: Uuid; value: string; tries: number }>`
    update tax_id_checks as taken
       set tries = taken.tries + 1,
           next_try_at = clock_timestamp()
             + make_interval(secs => least(${PAUSE_S} * 2 ^ (taken.tries + 1), ${PAUSE_S_MAX}))
      from (select holder_id, value from tax_id_checks
             where next_try_at <= clock_timestamp()
             order by next_try_at limit 1 for update skip locked) as due
     where taken.holder_id = due.holder_id and taken.value = due.value
     returning taken.account_id, taken.holder_id, taken.value, taken.tries`.execute(db);
  const [row] = rows;
  return (
    row && {
      ...{ accountId: row.account_id, holderId: row.holder_id },
      ...{ value: row.value, tries: row.tries },
    }
  );
}

export async function deleteCheck(
  tx: Transaction<BillingTables>,
  { holderId, value }: Check,
): Promise<void> {
  await tx
    .deleteFrom('tax_id_checks')
    .where('holder_id', '=', holderId)
    .where('value', '=', value)
    .execute();
}
