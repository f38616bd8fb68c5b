import type { Uuid } from '@florin/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';

/** The accounts and days of a report, both days included. */
export interface Span {
  readonly accountId: Uuid | 'all';
  /** `2026-01-31`. */
  readonly from: string;
  readonly to: string;
}

export interface MoneyRow {
  readonly date: string;
  readonly currency: string;
  readonly money_in: string;
  readonly money_out: string;
  readonly transactions_in: string;
  readonly transactions_out: string;
  readonly failed_payments: string;
}

/** Money moved, for each day and currency with transactions, oldest first. */
export async function selectMoney(
  db: Db,
  { accountId, from, to }: Span,
): Promise<readonly MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    select day::text as date, currency, sum(money_in)::text as money_in,
           sum(money_out)::text as money_out, sum(transactions_in)::text as transactions_in,
           sum(transactions_out)::text as transactions_out,
           sum(failed_payments)::text as failed_payments
      from money_days where ${ofAccount(accountId)} and day between ${from} and ${to}
     group by day, currency order by day, currency`.execute(db);
  return rows;
}

export interface RecurringRow {
  readonly date: string;
  readonly currency: string;
  readonly amount: string;
  readonly subscriptions: string;
}

/**
 * Recurring revenue at the end of each day on which it changed, preceded by the value before the
 * first day.
 */
export async function selectRecurring(
  db: Db,
  { accountId, from, to }: Span,
): Promise<readonly RecurringRow[]> {
  const { rows } = await sql<RecurringRow>`
    with days as (
      select greatest(day, ${from}::date) as day, currency, sum(amount_change) as amount,
             sum(count_change) as subscriptions
        from recurring_days where ${ofAccount(accountId)} and day <= ${to}
       group by 1, currency
    )
    select day::text as date, currency,
           sum(amount) over (partition by currency order by day)::text as amount,
           sum(subscriptions) over (partition by currency order by day)::text as subscriptions
      from days order by day, currency`.execute(db);
  return rows;
}

export function ofAccount(accountId: Uuid | 'all'): RawBuilder<unknown> {
  return accountId === 'all' ? sql`true` : sql`account_id = ${accountId}::uuid`;
}
