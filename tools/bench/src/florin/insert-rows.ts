import { createHash, randomBytes } from 'node:crypto';
import { newId, type Uuid } from '@florin/contracts';
import { Client as Postgres } from 'pg';

export interface Account {
  readonly accountId: Uuid;
  readonly userId: Uuid;
}

export interface Session extends Account {
  readonly refreshToken: string;
}

const OWNERS = 'unnest($1::uuid[], $2::uuid[]) as o (account_id, user_id)';
const ACCOUNTS = [
  `insert into identity.accounts (id, status) select account_id, 'open' from ${OWNERS}`,
  `insert into identity.users (id, email, password_hash, status, account_id, role, version,
                               created_at, updated_at)
   select user_id, account_id || '@bench.example', '', 'active', account_id, 'owner', 1, now(), now()
     from ${OWNERS}`,
  `insert into identity.emails (email, account_id, user_id)
   select account_id || '@bench.example', account_id, user_id from ${OWNERS}`,
  `insert into accounts.accounts (id, email, name, type, status, currency, timezone, language)
   select account_id, account_id || '@bench.example', 'Bench', 'business', 'active', 'USD', 'UTC', 'en'
     from ${OWNERS}`,
  `insert into ledger.balances (account_id, currency) select account_id, 'USD' from ${OWNERS}`,
];

const BEGUN = 'unnest($1::uuid[], $2::uuid[], $3::bytea[]) as s (id, user_id, hash)';
const SESSIONS = [
  `insert into identity.sessions (id, user_id, created_at, expires_at, version)
   select id, user_id, now(), now() + interval '1 day', 1 from ${BEGUN}`,
  `insert into identity.refresh_tokens (hash, session_id, generation, expires_at)
   select hash, id, 1, now() + interval '1 day' from ${BEGUN}`,
];

/** Accounts as the services would open them, with owners without a password. */
export function insertAccounts(databaseUrl: string, accounts: readonly Account[]): Promise<void> {
  return insert(databaseUrl, ACCOUNTS, [
    accounts.map(({ accountId }) => accountId),
    accounts.map(({ userId }) => userId),
  ]);
}

/** A session of each owner, as after a login. */
export async function insertSessions(
  databaseUrl: string,
  accounts: readonly Account[],
): Promise<readonly Session[]> {
  const sessions = accounts.map((account) => ({
    ...account,
    refreshToken: randomBytes(32).toString('base64url'),
  }));
  await insert(databaseUrl, SESSIONS, [
    sessions.map(() => newId()),
    sessions.map(({ userId }) => userId),
    sessions.map(({ refreshToken }) => createHash('sha256').update(refreshToken).digest()),
  ]);
  return sessions;
}

async function insert(
  databaseUrl: string,
  statements: readonly string[],
  values: readonly unknown[],
): Promise<void> {
  const postgres = new Postgres({ connectionString: databaseUrl });
  await postgres.connect();
  try {
    await postgres.query('begin');
    // All values go to each statement, since an unused parameter would have no type.
    for (const text of statements) await postgres.query(text, [...values]);
    await postgres.query('commit');
  } finally {
    await postgres.end();
  }
}
