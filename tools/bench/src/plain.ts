import type { Uuid } from '@florin/contracts';
import { Pool, type PoolClient } from 'pg';
import { makeRandom, pick } from './seeded.ts';

/** As many as pgbench has; the callers wait for one of them. */
const CONNECTIONS = 16;
const AMOUNT_MAX = 1_000;

/** A service with one transaction per command: no outbox, no key, no journal. */
export async function openPlain(databaseUrl: string) {
  const pool = new Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  pool.on('error', () => {});
  await pool.query(`
    create table plain_balances (account_id uuid primary key, available bigint not null)
      with (fillfactor = 50);
    create table plain_transactions (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null,
      amount bigint not null,
      created_at timestamptz not null default now()
    );
    create index plain_transactions_account on plain_transactions (account_id, id)`);

  return {
    async openAccounts(ids: readonly Uuid[]): Promise<void> {
      await pool.query(
        `insert into plain_balances select id, 1000000000 from unnest($1::uuid[]) id`,
        [ids],
      );
    },
    /** A call on these accounts: half credits, half payments, by the seed. */
    makeCall(accountIds: readonly Uuid[], seed: number): () => Promise<void> {
      const random = makeRandom(seed);
      return () => {
        const amount = 1 + Math.floor(random() * AMOUNT_MAX);
        return post(pool, pick(random, accountIds), random() < 0.5 ? amount : -amount);
      };
    },
    close: () => pool.end(),
  };
}

async function post(pool: Pool, accountId: Uuid, amount: number): Promise<void> {
  const client = await pool.connect();
  try {
    await move(client, accountId, amount);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function move(client: PoolClient, accountId: Uuid, amount: number): Promise<void> {
  await client.query('begin');
  const { rows } = await client.query<{ available: string }>({
    name: 'lock',
    text: 'select available from plain_balances where account_id = $1 for update',
    values: [accountId],
  });
  const available = BigInt(rows[0]?.available ?? 0) + BigInt(amount);
  if (available < 0n) throw new Error('insufficient funds');
  await client.query({
    name: 'insert',
    text: 'insert into plain_transactions (account_id, amount) values ($1, $2)',
    values: [accountId, amount],
  });
  await client.query({
    name: 'update',
    text: 'update plain_balances set available = $2 where account_id = $1',
    values: [accountId, available],
  });
  await client.query('commit');
}
