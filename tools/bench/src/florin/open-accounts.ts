import { newId, toPublicId, type Uuid } from '@florin/contracts';
import { isRetryLater, mapAtMost } from '@florin/system-kit';
import type { Client } from '../http/requests.ts';
import { type Account, insertAccounts, insertSessions, type Session } from './insert-rows.ts';
import { post, postOnce } from './post.ts';
import type { Florin } from './start-florin.ts';

const ATTEMPTS_MAX = 10;
/** Parallel requests of the preparation: more would wait for each other on two processors. */
export const AT_ONCE = 8;
const FUNDS = 100_000_000;

/** A client whose token can be renewed once. */
export interface LastingClient extends Client {
  readonly refreshToken: string;
}

export interface OpenAccounts {
  /** New tokens, valid for some minutes. Each was used once, so that the gateway's cache has it. */
  renewTokens(gatewayPort: number): Promise<readonly LastingClient[]>;
}

/**
 * Opens accounts with an owner and money. Rows are inserted directly, since hashing a password
 * takes a tenth of a second; tokens come from refreshed sessions through the public API.
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
      // A refresh token works once, so one whose answer was lost is dropped.
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

/** Undefined if the answer leaves open whether it was done. */
async function refresh(
  port: number,
  { accountId, refreshToken: token }: Session,
): Promise<NamedClient | undefined> {
  const body = { refresh_token: token };
  const answer = await postOnce({ port, path: '/v1/auth/refresh', token, body });
  if (isRetryLater(answer)) return undefined;
  if (answer.status !== 200) throw new Error(`a refresh answered ${answer.status}`);
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
