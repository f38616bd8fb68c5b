import { newId, type Uuid } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { type PlanNode, readingsOf, watchPlans } from '@florin/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countUsers, readUsers, type UserFilter } from '../src/people/users/list-queries.ts';
import type { IdentityTables } from '../src/schema.ts';
import { createIdentityDatabase, type TestDatabase } from './start-identity.ts';

const USERS = 10_000;
const PAGE = 25;
/** Users who match the rare filters. */
const FEW = USERS / 100;

let database: TestDatabase;
let db: Kysely<IdentityTables>;
let planOf: (query: () => Promise<unknown>) => Promise<readonly PlanNode[]>;
/** All users are in one of two accounts, 1% of them in the small one. */
const [small, large] = [newId(), newId()];

beforeAll(async () => {
  database = await createIdentityDatabase();
  const { pool } = openDatabase<IdentityTables>({ url: database.url, poolSizeMax: 1 }, () => {});
  ({ db, planOf } = watchPlans<IdentityTables>(pool));
  await database.query(`insert into accounts values ($1, 'open'), ($2, 'open')`, [small, large]);
  await database.query(
    `insert into users (id, email, password_hash, status, account_id, role, version, created_at,
                        updated_at)
     select ('01970000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n || '@example.com', '',
            case n % 100 when 0 then 'suspended' when 1 then 'pending' else 'active' end,
            case n % 100 when 2 then $1::uuid else $2 end, 'member', 1, now(), now()
       from generate_series(1, ${USERS}) n`,
    [small, large],
  );
  await database.query('analyze users');
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const all: UserFilter = { status: undefined, search: undefined, accountId: undefined };
const inAccount = (accountId: Uuid): UserFilter => ({ ...all, accountId });

describe('a page reads only its rows, or at most those that match:', () => {
  it.each<[string, UserFilter, rows: number]>([
    ['all', all, PAGE],
    ['of a large account', inAccount(large), 2 * PAGE],
    // Each is read again by its id.
    ['of a small account', inAccount(small), FEW + PAGE],
    ['of an empty account', inAccount(newId()), 0],
    ['suspended', { ...all, status: 'suspended' }, FEW],
    ['pending', { ...all, status: 'pending' }, FEW],
  ])('%s', async (_title, filter, rows) => {
    const read = () => readUsers(db, filter, { limit: PAGE, offset: 0n, order: 'desc' });
    expect(readingsOf(await planOf(read)).rows).toBeLessThanOrEqual(rows);
  });
});

describe('a total of few users reads only those:', () => {
  it.each<[string, UserFilter]>([
    ['of a small account', inAccount(small)],
    ['suspended', { ...all, status: 'suspended' }],
    ['pending', { ...all, status: 'pending' }],
  ])('%s', async (_title, filter) => {
    const plan = await planOf(async () => expect(await countUsers(db, filter)).toBe(BigInt(FEW)));
    expect(readingsOf(plan).rows).toBe(FEW);
  });
});
