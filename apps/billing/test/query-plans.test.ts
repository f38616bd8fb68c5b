import { newId, type Uuid } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { type PlanNode, readingsOf, watchPlans } from '@florin/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { selectInvoices } from '../src/invoicing/invoices/queries.ts';
import { selectSubscriptions } from '../src/records/subscriptions-queries.ts';
import type { BillingTables } from '../src/schema.ts';
import { measureOverdue } from '../src/selling/due-work/metrics.ts';
import { createWorld, type World } from './start-billing.ts';

const ROWS = 10_000;
/** One row in two thousand. */
const DUE = 5;
/** Rows requested at once. */
const PAGE = 21;

let world: World;
let db: Kysely<BillingTables>;
let planOf: (query: () => Promise<unknown>) => Promise<readonly PlanNode[]>;
/** Sells nearly all rows, and pays for one in a hundred. */
let seller: Uuid;

beforeAll(async () => {
  world = await createWorld();
  const { pool } = openDatabase<BillingTables>({ url: world.url, poolSizeMax: 1 }, () => {});
  ({ db, planOf } = watchPlans<BillingTables>(pool));
  seller = newId();
  await fill();
});
afterAll(async () => {
  await db.destroy();
  await world.stop();
});

async function fill(): Promise<void> {
  const parties = `case when n % 100 = 0 then gen_random_uuid() else $1::uuid end,
                   case when n % 100 = 0 then $1::uuid else gen_random_uuid() end`;
  await world.query(
    `insert into billing.subscriptions (id, version, seller_id, payer_account_id, status, plan_id,
                                        is_charging, state, history_length, due_at, created_at,
                                        updated_at)
     select ('01970000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 1, ${parties},
            case when n = 5 then 'paused' else 'active' end,
            case when n = 7 then 'rare' else 'basic_monthly' end, false, '{}', 1,
            now() + case when n % 2000 = 0 then interval '-1 minute' else interval '1 day' end,
            now(), now()
       from generate_series(1, ${ROWS}) n`,
    [seller],
  );
  await world.query(
    `insert into billing.invoices (id, version, seller_id, payer_account_id, customer_reference,
                                   subscription_id, cause, number, status, amount, currency, lines,
                                   paid_at, created_at, updated_at)
     select id, 1, seller_id, payer_account_id, 'them', id, 'period:0',
            row_number() over (order by id),
            case when status = 'paused' then 'open' else 'paid' end, 1, 'USD', '[]',
            case when status = 'paused' then null else now() end, now(), now()
       from billing.subscriptions`,
  );
  await world.query('analyze billing.subscriptions, billing.invoices');
}

it('due work is counted without reading later items', async () => {
  // The clock of these tests stands still.
  const { sqlNow } = await vi.importActual<typeof import('../src/sql-now.ts')>('../src/sql-now.ts');
  const plan = await planOf(() => measureOverdue(db, sqlNow()));
  expect(readingsOf(plan).rows).toBeLessThanOrEqual(DUE);
  expect(await measureOverdue(db, sqlNow())).toMatchObject({ overdue: DUE });
});

const all = {
  after: undefined,
  before: undefined,
  customer: undefined,
  subscriptionId: undefined,
  testClockId: undefined,
  plans: undefined,
  status: undefined,
  email: undefined,
  number: undefined,
};

describe('a page reads no more rows than it shows, and as many of the account’s purchases:', () => {
  it.each<[string, () => Promise<unknown>, rows: number]>([
    ['invoices', () => selectInvoices(db, { ...all, scope: seller }, PAGE), 2 * PAGE],
    ['open ones', () => selectInvoices(db, { ...all, scope: seller, status: 'open' }, PAGE), 1],
    ['by number', () => selectInvoices(db, { ...all, scope: seller, number: '7' }, PAGE), 1],
    [
      'of an email',
      () => selectInvoices(db, { ...all, scope: seller, email: 'a@b.example' }, PAGE),
      0,
    ],
    [
      'those of another account',
      () => selectInvoices(db, { ...all, scope: newId(), status: 'open' }, PAGE),
      0,
    ],
    ['subscriptions', () => selectSubscriptions(db, { ...all, scope: seller }, PAGE), 2 * PAGE],
    [
      'paused ones',
      () => selectSubscriptions(db, { ...all, scope: seller, status: 'paused' }, PAGE),
      1,
    ],
    [
      'of a plan',
      () => selectSubscriptions(db, { ...all, scope: seller, plans: ['rare'] }, PAGE),
      1,
    ],
  ])('%s', async (_title, query, rows) => {
    const plan = await planOf(query);
    // The account's own purchases have no index for each filter, because they are few.
    expect(readingsOf(plan).rows).toBeLessThanOrEqual(rows + ROWS / 100);
  });
});
