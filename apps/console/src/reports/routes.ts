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
    .meta({ description: 'Number of days (UTC), including today.' }),
  ...accountFields,
});

const day = {
  date: z.iso.date().describe('The day, in UTC (ISO 8601).'),
  currency: z.string().meta({
    description: 'Currency of the amounts: three uppercase letters of ISO 4217.',
    examples: ['EUR'],
  }),
};
const moneyDaySchema = z
  .object({
    ...day,
    money_in: z.int().describe('Money received, in minor units of the currency.'),
    money_out: z.int().describe('Money sent, in minor units of the currency.'),
    transactions_in: z.int().describe('Number of incoming transactions.'),
    transactions_out: z.int().describe('Number of outgoing transactions.'),
    failed_payments: z.int().meta({ description: 'Number of failed payment requests.' }),
  })
  .meta({ id: 'MoneyDay', description: 'Cash flow of one day in one currency.' });
const recurringDaySchema = z
  .object({
    ...day,
    amount: z.int().meta({ description: 'Minor units per month, at the end of that day.' }),
    subscriptions: z.int().describe('Number of subscriptions.'),
  })
  .meta({ id: 'RecurringRevenueDay', description: 'Recurring revenue at the end of one day.' });
const report = <Name extends string, Day extends z.ZodType>(name: Name, data: Day) =>
  z.object({
    object: z.literal(name).describe(`Object type: always \`${name}\`.`),
    livemode: z.boolean().nullable().meta({
      description:
        'Mode of the account: true for live, false for test; null for a report on several accounts.',
    }),
    from: z.iso.date().describe('First day, in UTC (ISO 8601).'),
    to: z.iso.date().describe('Last day, in UTC: today.'),
    data: z
      .array(data)
      .meta({ description: 'One entry per day; days without a change are omitted.' }),
  });

/** Sums over many objects, which no list provides. */
export const reportRoutes = ({ db }: { readonly db: Db }): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v1/reports/money',
    operationId: 'getMoneyReport',
    onlyReads: true,
    summary: 'Report cash flow by day',
    description:
      'Totals of succeeded transactions by day (UTC, when they succeeded) and currency. Refunds move money within an account and are not included.',
    token: 'session_or_key',
    scope: 'transactions:read',
    query,
    replies: {
      200: report('money_report', moneyDaySchema).meta({
        id: 'MoneyReport',
        description: 'Cash flow by day.',
      }),
    },
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
    onlyReads: true,
    summary: 'Report monthly recurring revenue by day',
    description:
      'Monthly revenue of active and past due subscriptions. A month is a twelfth of a year; other intervals are converted. Days without a change are omitted.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query,
    replies: {
      200: report('recurring_revenue_report', recurringDaySchema).meta({
        id: 'RecurringRevenueReport',
        description: 'Recurring revenue by day.',
      }),
    },
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

/** Caps sums at the largest integer that a JSON number holds exactly. */
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
