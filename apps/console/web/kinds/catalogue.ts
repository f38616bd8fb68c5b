import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import { formatMoney, formatTime, parseMoney, toDecimal } from '../core/format.ts';
import { monthLater } from '../core/periods.ts';
import { currencyOf, mayWrite } from '../core/session.ts';
import { fill, texts } from '../texts/index.ts';
import { asPage, columns, defineKind } from './kind.ts';

type Plan = Result<'get', '/v1/plans/{plan_id}'>;
type TestClock = Result<'get', '/v1/test_clocks/{test_clock_id}'>;

/** One page: the newest plans of an account, and the starter plans. */
const PLANS_MAX = 100;

/** ID of a plan's next price. Plans are immutable, so a new price is a new plan. */
function nextId(id: string): string {
  const [, base = id, number = '1'] = /^(.*?)_v(\d+)$/.exec(id) ?? [];
  return `${base}_v${Number(number) + 1}`;
}

export const plans = defineKind<Plan>({
  name: 'plan',
  screen: 'plans',
  list: (query) => florin.get('/v1/plans', { query }),
  get: (id) => florin.get('/v1/plans/{plan_id}', { path: { plan_id: id } }),
  apiPath: (id) => `/v1/plans/${id}`,
  titleOf: ({ name }) => name,
  columns: columns<Plan>('id', 'name', 'amount', 'interval', 'interval_count', 'created_at'),
  related: [
    {
      screen: 'subscriptions',
      list: async ({ id }) =>
        asPage(await florin.get('/v1/subscriptions', { query: { plan: id } })),
      filters: ({ id }) => ({ plan: id }),
    },
    {
      screen: 'plans',
      label: 'planPrices',
      list: async ({ id, name }) => {
        const { data } = await florin.get('/v1/plans', { query: { limit: PLANS_MAX } });
        return asPage({ data: data.filter((plan) => plan.name === name && plan.id !== id) });
      },
    },
  ],
  actions: [
    {
      label: 'doNewPrice',
      isOpen: ({ amount }, session) =>
        amount !== null && mayWrite(session) && session.account !== undefined,
      fields: [
        { name: 'id', label: 'id', type: 'text', initial: ({ id }) => nextId(id) },
        {
          ...{ name: 'amount', label: 'amount', type: 'money' },
          currency: ({ currency }) => currency,
          initial: ({ amount, currency }) => toDecimal(amount ?? 0, currency),
        },
      ],
      say: ({ name, currency }, { id = '', amount = '' }) => {
        const price = formatMoney(parseMoney(amount, currency), currency);
        return fill(texts().sayNewPrice, { name, id, amount: price });
      },
      run: (plan, { id = '', amount = '' }, idempotencyKey) => {
        const { name, currency, interval, interval_count, tax_class, tax_behavior } = plan;
        const same = { name, currency, interval, interval_count, tax_class, tax_behavior };
        return florin.post('/v1/plans', {
          body: { ...same, id, amount: parseMoney(amount, currency) },
          idempotencyKey,
        });
      },
      touches: ['plan'],
    },
  ],
  creates: [
    {
      label: 'doCreatePlan',
      isOpen: (_nothing, session) => mayWrite(session) && session.account !== undefined,
      fields: [
        { name: 'id', label: 'id', type: 'text' },
        { name: 'name', label: 'name', type: 'text' },
        {
          ...{ name: 'amount', label: 'amount', type: 'money' },
          currency: (_nothing, session) => currencyOf(session),
        },
        {
          ...{ name: 'interval', label: 'interval', type: 'choice' },
          options: ['month', 'year', 'week', 'day'],
        },
      ],
      say: (_nothing, { name = '', amount = '', interval = '' }, session) => {
        const currency = currencyOf(session);
        const price = formatMoney(parseMoney(amount, currency), currency);
        return fill(texts().sayCreatePlan, { name, interval, amount: price });
      },
      run: (_nothing, { id = '', name = '', amount = '', interval }, idempotencyKey, session) => {
        const currency = currencyOf(session);
        return florin.post('/v1/plans', {
          body: {
            ...{ id, name, currency, amount: parseMoney(amount, currency) },
            interval: interval as Plan['interval'],
          },
          idempotencyKey,
        });
      },
      touches: ['plan'],
    },
  ],
});

export const testClocks = defineKind<TestClock>({
  name: 'test_clock',
  screen: 'test_clocks',
  prefix: 'clk',
  isFor: ({ account }) => account === undefined || !account.livemode,
  list: (query) => florin.get('/v1/test_clocks', { query }),
  get: (id) => florin.get('/v1/test_clocks/{test_clock_id}', { path: { test_clock_id: id } }),
  apiPath: (id) => `/v1/test_clocks/${id}`,
  columns: columns<TestClock>('id', 'status', 'frozen_time', 'created_at'),
  creates: [
    {
      label: 'doCreateClock',
      isOpen: (_nothing, session) => mayWrite(session) && session.account !== undefined,
      fields: [
        {
          ...{ name: 'frozen_time', label: 'from', type: 'instant' },
          initial: () => new Date().toISOString(),
        },
      ],
      say: (_nothing, { frozen_time = '' }) =>
        fill(texts().sayCreateClock, { when: formatTime(frozen_time) }),
      run: (_nothing, { frozen_time = '' }, idempotencyKey) =>
        florin.post('/v1/test_clocks', {
          body: { frozen_time: new Date(frozen_time).toISOString() },
          idempotencyKey,
        }),
      touches: ['test_clock'],
    },
  ],
  related: [
    {
      screen: 'subscriptions',
      list: async ({ id }) =>
        asPage(await florin.get('/v1/subscriptions', { query: { test_clock_id: id } })),
    },
    {
      screen: 'invoices',
      list: async ({ id }) => {
        const query = { test_clock_id: id, limit: 5 };
        const { data } = await florin.get('/v1/subscriptions', { query });
        const each = data.map((one) =>
          florin.get('/v1/invoices', { query: { subscription_id: one.id, limit: 15 } }),
        );
        return asPage({ data: (await Promise.all(each)).flatMap((page) => page.data) });
      },
    },
  ],
  actions: [
    {
      label: 'doAdvance',
      isOpen: ({ status }, session) => status === 'ready' && mayWrite(session),
      fields: [
        {
          ...{ name: 'frozen_time', label: 'until', type: 'instant' },
          initial: ({ frozen_time }) => monthLater(frozen_time),
        },
      ],
      say: (_clock, { frozen_time = '' }) =>
        fill(texts().sayAdvance, { when: formatTime(frozen_time) }),
      run: ({ id }, { frozen_time = '' }, idempotencyKey) =>
        florin.post('/v1/test_clocks/{test_clock_id}/advance', {
          path: { test_clock_id: id },
          body: { frozen_time: new Date(frozen_time).toISOString() },
          idempotencyKey,
        }),
      touches: ['test_clock', 'subscription', 'invoice', 'payment', 'event', 'attention'],
    },
  ],
});
