import { newId } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { type PlanNode, readingsOf, watchPlans } from '@florin/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaseQueues } from '../src/queues/endpoint-queues.ts';
import type { WebhooksTables } from '../src/schema.ts';
import { createLogDatabase } from './start-webhooks.ts';

const [full, busy, quiet] = [newId(), newId(), newId()];
const DUE = 20;
const SHARE = 6;
/** Row reads for due queues, their endpoints and leased queues, including skipped ones. */
const ROWS_MAX = 8 * 3 * DUE;

let database: Awaited<ReturnType<typeof createLogDatabase>>;
let db: Kysely<WebhooksTables>;
let planOf: (query: () => Promise<unknown>) => Promise<readonly PlanNode[]>;
beforeAll(async () => {
  database = await createLogDatabase();
  const { pool } = openDatabase<WebhooksTables>({ url: database.url, poolSizeMax: 1 }, () => {});
  ({ db, planOf } = watchPlans<WebhooksTables>(pool));
  await insert(20_000, newId(), 'infinity');
  await insert(DUE, full, '2026-01-01');
  await insert(DUE, busy, '2026-01-02');
  await insert(1, quiet, '2026-01-03');
  await database.query('analyze webhooks.endpoint_queues, webhooks.webhook_endpoints');
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const insert = (count: number, account: string, dueAt: string) =>
  database.query(
    `with made as (
       insert into webhooks.webhook_endpoints
              (id, account_id, url, event_types, status, secret, created_at, updated_at)
       select uuidv7(), $1, 'https://example.com', '{*}', 'enabled', '', now(), now()
         from generate_series(1, $2) returning id)
     insert into webhooks.endpoint_queues (endpoint_id, due_at) select id, $3 from made`,
    [account, count, dueAt],
  );

/** Accounts whose queues are leased. */
async function lease(held: ReadonlyMap<string, number>): Promise<readonly string[]> {
  const queues = await leaseQueues(db, { share: SHARE, held }, 60_000);
  return queues.map(({ accountId }) => accountId).toSorted();
}

it('leases queues up to the share of each account, by the index of due queues', async () => {
  const held = new Map([
    [full, SHARE],
    [busy, SHARE - 2],
  ]);
  const plan = await planOf(async () => expect(await lease(held)).toEqual([busy, busy]));
  const { indexes, rows } = readingsOf(plan.filter((node) => 'Relation Name' in node));
  expect(indexes).toContain('endpoint_queues_due');
  expect(indexes).not.toContain(null);
  expect(rows).toBeLessThanOrEqual(ROWS_MAX);
  const next = new Map([
    [full, SHARE],
    [busy, SHARE],
  ]);
  expect(await lease(next)).toEqual([quiet]);
});
