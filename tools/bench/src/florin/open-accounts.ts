import { createHash, randomBytes } from 'node:crypto';
import { newId, toPublicId, type Uuid } from '@florin/contracts';
import { Client as Postgres } from 'pg';
import type { Client } from '../http/requests.ts';
import type { Florin } from './start-florin.ts';

/** Refreshes in flight: signing is the work, and it has two processors. */
const REFRESHING = 16;
const FUNDS = 100_000_000;

export interface OpenAccounts {
  /** Each with a token of its own that is good for some minutes. */
  renewTokens(gatewayPort: number): Promise<readonly Client[]>;
}

interface Opened {
  readonly accountId: Uuid;
  readonly userId: Uuid;
  readonly sessionId: Uuid;
  refreshToken: string;
}

/**
 * Opens accounts, each with an owner and a session. Their rows are written as the services would
 * write them, except that no owner can log in: a password costs a tenth of a second to hash. Tokens
 * are got at the public surface, by refreshing the sessions, and money is put on each account there.
 */
export async function openAccounts(florin: Florin, count: number): Promise<OpenAccounts> {
  const opened = Array.from({ length: count }, () => ({
    accountId: newId(),
    userId: newId(),
    sessionId: newId(),
    refreshToken: randomBytes(32).toString('base64url'),
  }));
  await insertRows(florin.databaseUrl, opened);
  const renewTokens = async (gatewayPort: number) => {
    const clients = new Map<Opened, Client>();
    const left = [...opened];
    const refreshOnAndOn = async () => {
      for (let account = left.pop(); account; account = left.pop())
        clients.set(account, await refresh(gatewayPort, account));
    };
    await Promise.all(Array.from({ length: REFRESHING }, refreshOnAndOn));
    return opened.flatMap((account) => clients.get(account) ?? []);
  };
  const { gatewayPort } = florin;
  for (const client of await renewTokens(gatewayPort)) await fund(gatewayPort, client);
  return { renewTokens };
}

async function refresh(port: number, account: Opened): Promise<Client> {
  const tokens = await post(port, '/v1/auth/refresh', account.refreshToken, {
    refresh_token: account.refreshToken,
  });
  account.refreshToken = String(tokens.refresh_token);
  return {
    accountId: toPublicId('account', account.accountId),
    token: String(tokens.access_token),
  };
}

async function fund(port: number, { accountId, token }: Client): Promise<void> {
  await post(port, '/v1/transactions', token, {
    account_id: accountId,
    amount: FUNDS,
    currency: 'USD',
    type: 'credit',
  });
}

async function post(
  port: number,
  path: string,
  token: string,
  body: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

const OWNERS = `unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bytea[])
  as o (account_id, user_id, session_id, hash)`;
const STATEMENTS = [
  `insert into identity.accounts (id, status) select account_id, 'open' from ${OWNERS}`,
  `insert into identity.users (id, email, password_hash, status, account_id, role, version,
                               created_at, updated_at)
   select user_id, account_id || '@bench.example', '', 'active', account_id, 'owner', 1, now(), now()
     from ${OWNERS}`,
  `insert into identity.emails (email, account_id, user_id)
   select account_id || '@bench.example', account_id, user_id from ${OWNERS}`,
  `insert into identity.sessions (id, user_id, created_at, expires_at, version)
   select session_id, user_id, now(), now() + interval '1 day', 1 from ${OWNERS}`,
  `insert into identity.refresh_tokens (hash, session_id, generation, expires_at)
   select hash, session_id, 1, now() + interval '1 day' from ${OWNERS}`,
  `insert into accounts.accounts (id, email, name, type, status, currency, timezone, language)
   select account_id, account_id || '@bench.example', 'Bench', 'business', 'active', 'USD', 'UTC', 'en'
     from ${OWNERS}`,
  `insert into ledger.balances (account_id, currency) select account_id, 'USD' from ${OWNERS}`,
];

async function insertRows(databaseUrl: string, opened: readonly Opened[]): Promise<void> {
  const values = [
    opened.map(({ accountId }) => accountId),
    opened.map(({ userId }) => userId),
    opened.map(({ sessionId }) => sessionId),
    opened.map(({ refreshToken }) => createHash('sha256').update(refreshToken).digest()),
  ];
  const postgres = new Postgres({ connectionString: databaseUrl });
  await postgres.connect();
  try {
    await postgres.query('begin');
    // All values in each: a parameter that a statement leaves out would have no type.
    for (const text of STATEMENTS) await postgres.query(text, values);
    await postgres.query('commit');
  } finally {
    await postgres.end();
  }
}
