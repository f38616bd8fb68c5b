import { newId, toPublicId, type Uuid } from '@florin/contracts';
import { isRetryLater, mapAtMost } from '@florin/system-kit';
import type { Client } from '../http/requests.ts';
import { type Account, insertAccounts, insertSessions, type Session } from './insert-rows.ts';
import { post, postOnce } from './post.ts';
import type { Florin } from './start-florin.ts';

const ATTEMPTS_MAX = 10;
/** Requests of a preparation in flight: more would wait for each other on two processors. */
export const AT_ONCE = 8;
const FUNDS = 100_000_000;

/** Whose token can be renewed, once. */
export interface LastingClient extends Client {
  readonly refreshToken: string;
}

export interface OpenAccounts {
  /**
   * Each with a token of its own that is good for some minutes, and was seen once, as it has been for most of
   * the requests that it is sent with.
   */
  renewTokens(gatewayPort: number): Promise<readonly LastingClient[]>;
}

/**
 * Opens accounts, each with an owner. Their rows are written as the services would write them,
 * except that no owner can log in: a password costs a tenth of a second to hash. Tokens are got at
 * the public surface, by refreshing sessions, and money is put on each account there.
 */
export async function openAccounts(
  { databaseUrl, gatewayPort }: Pick<Florin, 'databaseUrl' | 'gatewayPort'>,
  count: number,
): Promise<OpenAccounts> {
  const opened = Array.from({ length: count }, () => ({ accountId: newId(), userId: newId() }));
  await insertAccounts(databaseUrl, opened);

  async function refreshAll(port: number): Promise<readonly LastingClient[]> {
    const clients = new Map<Uuid, LastingClient>();
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      // A refresh token is good once, so one whose answer was lost is left behind.
      const left = opened.filter(({ accountId }) => !clients.has(accountId));
      const sessions = await insertSessions(databaseUrl, left);
      for (const client of await mapAtMost(AT_ONCE, sessions, (each) => refresh(port, each)))
        if (client !== undefined) clients.set(client.account, client);
      if (clients.size === count) return [...clients.values()];
    }
    throw new Error('identity does not refresh sessions: the machine has too much to do');
  }

  async function renewTokens(port: number): Promise<readonly LastingClient[]> {
    const clients = await refreshAll(port);
    await mapAtMost(AT_ONCE, clients, (client) => fund(port, client));
    return clients;
  }

  await renewTokens(gatewayPort);
  return { renewTokens };
}

interface NamedClient extends LastingClient {
  readonly account: Account['accountId'];
}

/** Undefined when the answer does not tell whether it was done. */
async function refresh(
  port: number,
  { accountId, refreshToken: token }: Session,
): Promise<NamedClient | undefined> {
  const body = { refresh_token: token };
  const answer = await postOnce({ port, path: '/v1/auth/refresh', token, body });
  if (isRetryLater(answer)) return undefined;
  if (answer.status !== 200) throw new Error(`a refresh was answered ${answer.status}`);
  return {
    account: accountId,
    accountId: toPublicId('account', accountId),
    token: String(answer.body.access_token),
    refreshToken: String(answer.body.refresh_token),
  };
}

async function fund(port: number, { accountId, token }: Client): Promise<void> {
  const body = { account_id: accountId, amount: FUNDS, currency: 'USD', type: 'credit' };
  await post({ port, path: '/v1/transactions', token, body });
}
