import { livemodeOf, type Uuid } from '@florin/contracts';
import { accountFields, defineRoute, type Route, scopeOf } from '@florin/http-api';
import { z } from 'zod';
import type { Db } from '../schema.ts';
import { type MoneyRow, type RecurringRow, selectMoney, selectRecurring } from './queries.ts';

const DAYS_MAX = 366;
const DAY_MS = 86_400_000;
const errors = ['invalid_request', 'unauthorized', 'forbidden'] as const;

const query = z.object({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(DAYS_MAX)
    .default(30)
    .meta({ description: 'How many days (UTC), today among them.' }),
  ...accountFields,
});

const minor = z.int().meta({ description: 'Minor units.' });
const day = { date: z.iso.date(), currency: z.string() };
const moneyDaySchema = z.object({
  ...day,
  money_in: minor,
  money_out: minor,
  transactions_in: z.int(),
  transactions_out: z.int(),
  failed_payments: z.int().meta({ description: 'Payment requests that nobody could pay.' }),
});
const recurringDaySchema = z.object({
  ...day,
  amount: z.int().meta({ description: 'Minor units a month, at the end of that day.' }),
  subscriptions: z.int(),
});
const report = <Name extends string, Day extends z.ZodType>(name: Name, data: Day) =>
  z.object({
    object: z.literal(name),
    livemode: z.boolean().nullable().meta({ description: 'Null over several accounts.' }),
    from: z.iso.date(),
    to: z.iso.date(),
    data: z.array(data).meta({ description: 'Days without a change are left out.' }),
  });

/** Sums over many objects, which no list tells. */
export const reportRoutes = ({ db }: { readonly db: Db }): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v1/reports/money',
    operationId: 'getMoneyReport',
    summary: 'Tell what came in and went out on each of the last days',
    token: 'session_or_key',
    scope: 'transactions:read',
    query,
    replies: { 200: report('money_report', moneyDaySchema) },
    errors,
    async handle({ query, caller }) {
      const span = spanOf(query.days);
      const accountId = scopeOf(caller, query.account_id);
      const rows = accountId ? await selectMoney(db, { ...span, accountId }) : [];
      return {
        status: 200,
        body: {
          object: 'money_report',
          livemode: modeOf(accountId),
          ...span,
          data: rows.map(toMoneyDay),
        },
      };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/reports/recurring_revenue',
    operationId: 'getRecurringRevenueReport',
    summary: 'Tell what subscriptions bring in a month, and how that changed in the last days',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query,
    replies: { 200: report('recurring_revenue_report', recurringDaySchema) },
    errors,
    async handle({ query, caller }) {
      const span = spanOf(query.days);
      const accountId = scopeOf(caller, query.account_id);
      const rows = accountId ? await selectRecurring(db, { ...span, accountId }) : [];
      return {
        status: 200,
        body: {
          object: 'recurring_revenue_report',
          livemode: modeOf(accountId),
          ...span,
          data: rows.map(toRecurringDay),
        },
      };
    },
  }),
];

const modeOf = (accountId: Uuid | 'all' | undefined) =>
  accountId === undefined || accountId === 'all' ? null : livemodeOf(accountId);

function spanOf(days: number): { readonly from: string; readonly to: string } {
  const now = Date.now();
  const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { from: dateOf(now - (days - 1) * DAY_MS), to: dateOf(now) };
}

/** Sums beyond what a JSON number holds exactly stop there. */
const toInt = (text: string): number => Math.min(Number(text), Number.MAX_SAFE_INTEGER);

function toMoneyDay({ date, currency, ...sums }: MoneyRow) {
  return {
    ...{ date, currency },
    money_in: toInt(sums.money_in),
    money_out: toInt(sums.money_out),
    transactions_in: toInt(sums.transactions_in),
    transactions_out: toInt(sums.transactions_out),
    failed_payments: toInt(sums.failed_payments),
  };
}

function toRecurringDay({ date, currency, amount, subscriptions }: RecurringRow) {
  return { date, currency, amount: toInt(amount), subscriptions: toInt(subscriptions) };
}
