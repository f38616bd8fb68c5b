import { type Selectable, sql, type Transaction } from 'kysely';
import {
  changeRecurring,
  type Known,
  type MoneyDay,
  type Recurring,
  type RecurringChange,
} from '../domain/reports.ts';
import type { ConsoleTables } from '../schema.ts';

type Tx = Transaction<ConsoleTables>;

/** Adds these sums to the stored ones. */
export async function addMoney(tx: Tx, days: readonly MoneyDay[]): Promise<void> {
  if (days.length === 0) return;
  const column = <Value>(pick: (one: MoneyDay) => Value) => days.map(pick);
  await sql`
    insert into money_days as known
    select * from unnest(${column(({ accountId }) => accountId)}::uuid[],
                         ${column(({ day }) => day)}::date[],
                         ${column(({ currency }) => currency)}::text[],
                         ${column(({ moneyIn }) => moneyIn)}::bigint[],
                         ${column(({ moneyOut }) => moneyOut)}::bigint[],
                         ${column(({ transactionsIn }) => transactionsIn)}::bigint[],
                         ${column(({ transactionsOut }) => transactionsOut)}::bigint[],
                         ${column(({ failedPayments }) => failedPayments)}::bigint[])
    on conflict (account_id, day, currency) do update
       set money_in = known.money_in + excluded.money_in,
           money_out = known.money_out + excluded.money_out,
           transactions_in = known.transactions_in + excluded.transactions_in,
           transactions_out = known.transactions_out + excluded.transactions_out,
           failed_payments = known.failed_payments + excluded.failed_payments`.execute(tx);
}

/** Stores recurring revenue, and its change on each day. */
export async function saveRecurring(tx: Tx, found: readonly Recurring[]): Promise<void> {
  if (found.length === 0) return;
  const ids = [...new Set(found.map(({ subscriptionId }) => subscriptionId))].sort();
  const { rows } = await sql<Selectable<ConsoleTables['recurring']>>`
    select * from recurring where subscription_id = any(${ids}::uuid[])
     order by subscription_id for update`.execute(tx);
  const known = new Map(
    rows.map(({ subscription_id, account_id, ...row }) => [
      subscription_id,
      { ...row, subscriptionId: subscription_id, accountId: account_id },
    ]),
  );
  const { newest, changes } = changeRecurring(known, found);
  await upsertRecurring(tx, newest);
  await addChanges(tx, changes);
}

async function upsertRecurring(tx: Tx, newest: readonly Known[]): Promise<void> {
  if (newest.length === 0) return;
  const column = <Value>(pick: (one: Known) => Value) => newest.map(pick);
  await sql`
    insert into recurring (subscription_id, account_id, sequence, currency, amount)
    select * from unnest(${column(({ subscriptionId }) => subscriptionId)}::uuid[],
                         ${column(({ accountId }) => accountId)}::uuid[],
                         ${column(({ sequence }) => sequence)}::bigint[],
                         ${column(({ currency }) => currency)}::text[],
                         ${column(({ amount }) => amount)}::bigint[])
    on conflict (subscription_id) do update
       set sequence = excluded.sequence, currency = excluded.currency,
           amount = excluded.amount`.execute(tx);
}

async function addChanges(tx: Tx, changes: readonly RecurringChange[]): Promise<void> {
  if (changes.length === 0) return;
  const column = <Value>(pick: (one: RecurringChange) => Value) => changes.map(pick);
  await sql`
    insert into recurring_days as known
    select * from unnest(${column(({ accountId }) => accountId)}::uuid[],
                         ${column(({ day }) => day)}::date[],
                         ${column(({ currency }) => currency)}::text[],
                         ${column(({ amount }) => amount)}::bigint[],
                         ${column(({ count }) => count)}::bigint[])
    on conflict (account_id, day, currency) do update
       set amount_change = known.amount_change + excluded.amount_change,
           count_change = known.count_change + excluded.count_change`.execute(tx);
}
