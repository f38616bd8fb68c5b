import { newId, type Uuid } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { type PlanNode, readingsOf, watchPlans } from '@florin/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuditPage, listAudited } from '../src/audit-log/queries.ts';
import type { RequestFilter } from '../src/audit-log/requests.ts';
import { selectEvents } from '../src/events/queries.ts';
import type { WebhooksTables } from '../src/schema.ts';
import { createLogDatabase } from './start-webhooks.ts';

const EVENTS = 100_000;
/** Number of rare events. */
const FEW = EVENTS / 1_000;
const PAGE = 25;
/** A page from each half of the log. */
const ROWS_MAX = 2 * PAGE;

const account = newId();
const [rareKey, busyKey] = [newId(), newId()];
/** Request id of the n-th event; a few have another operation, and a few an API key. */
const requestOf = (n: number) => `req_${n.toString(16).padStart(32, '0')}`;
const REQUEST = `json_build_object('id', 'req_' || lpad(to_hex(n), 32, '0'), 'idempotency_key', null,
  'actor', json_build_object('user_id', null, 'session_id', null, 'role', null, 'address', '::1',
    'api_key_id', case when n % 1000 = 0 then '${rareKey}'
                         when n % 100 = 0 then '${busyKey}' end,
    'operation', case when n % 1000 = 0 then 'DELETE /v1/plans/{plan}'
                      else 'POST /v1/payments' end))`;

let database: Awaited<ReturnType<typeof createLogDatabase>>;
let db: Kysely<WebhooksTables>;
let planOf: (query: () => Promise<unknown>) => Promise<readonly PlanNode[]>;
beforeAll(async () => {
  database = await createLogDatabase();
  const { pool } = openDatabase<WebhooksTables>({ url: database.url, poolSizeMax: 1 }, () => {});
  ({ db, planOf } = watchPlans<WebhooksTables>(pool));
  await database.query(
    `insert into webhooks.events (id, account_id, sequence, position, type, created_at, data, request)
     select uuidv7(), '${account}', n, n, 'payment.created', to_timestamp(n),
            '{"object": {"id": "pay_1"}}', ${REQUEST}
       from generate_series(1, ${EVENTS}) n`,
  );
  await database.query(
    `insert into webhooks.audited_operations
            (id, account_id, sequence, position, operation, status, created_at, request)
     select uuidv7(), '${account}', n, n,
            case when n % 1000 = 0 then 'DELETE /v1/plans/{plan}' else 'POST /v1/payments' end,
            403, to_timestamp(n), ${REQUEST}
       from generate_series(1, ${EVENTS}) n`,
  );
  await database.query('analyze webhooks.events, webhooks.audited_operations');
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const page = (filter: RequestFilter, scope: AuditPage['scope'] = { accountId: account }) => ({
  ...{ scope, types: undefined, outcome: undefined, objectId: undefined },
  ...{ after: undefined, before: undefined },
  ...filter,
});

describe(`a page of ${2 * EVENTS} entries reads only its rows, or those that match:`, () => {
  it.each<[string, RequestFilter, shown: number, rows: number]>([
    ['a request', { requestId: requestOf(70_001) }, 2, 2],
    ['an unknown request', { requestId: requestOf(EVENTS + 1) }, 0, 0],
    ['a frequent operation', { method: 'POST', path: '/v1/payments' }, PAGE, ROWS_MAX],
    ['a method', { method: 'POST' }, PAGE, ROWS_MAX],
    ['a rare operation', { method: 'DELETE', path: '/v1/plans' }, PAGE, 2 * FEW],
    ['a path by any method', { path: '/v1/plans' }, PAGE, 2 * FEW],
    ['an operation without requests', { path: '/v1/refunds' }, 0, 0],
    ['a key with many requests', { apiKeyId: busyKey }, PAGE, ROWS_MAX],
    ['a key with few requests', { apiKeyId: rareKey }, PAGE, ROWS_MAX],
    ['a key without requests', { apiKeyId: newId() as Uuid }, 0, 0],
    ['any key', { isByKey: true }, PAGE, ROWS_MAX],
    ['a key and a path', { apiKeyId: rareKey, path: '/v1/plans' }, PAGE, 4 * FEW],
  ])('%s', async (_title, filter, shown, rows) => {
    const plan = await planOf(async () =>
      expect(await listAudited(db, page(filter), PAGE)).toHaveLength(shown),
    );
    expect(readingsOf(plan).rows).toBeLessThanOrEqual(rows);
  });

  it('finds a request across all accounts, in the audit log and among events', async () => {
    const requestId = requestOf(70_001);
    const ofAll = page({ requestId }, 'everything');
    expect(readingsOf(await planOf(() => listAudited(db, ofAll, PAGE))).rows).toBe(2);
    expect(readingsOf(await planOf(() => selectEvents(db, ofAll, PAGE))).rows).toBe(1);
  });
});
