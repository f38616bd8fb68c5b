import { parsePublicId, toPublicId, type Uuid } from '@florin/contracts';
import { mapAtMost, queryOnce } from '@florin/system-kit';
import { AT_ONCE, type LastingClient, openAccounts } from '../florin/open-accounts.ts';
import { openLogin, post } from '../florin/post.ts';
import type { Florin } from '../florin/start-florin.ts';
import { openRenewals, type Renewals } from '../florin/subscribe-all.ts';
import { watchEvents } from '../florin/watch-events.ts';
import type { Holder, Login } from './day.ts';
import type { Endpoint } from './find-lost.ts';
import type { Receiver } from './receiver.ts';

export const ACCOUNTS = 500;
/** Number of accounts for each one with an endpoint. */
const ACCOUNTS_PER_ENDPOINT = 5;
const LOGINS = 10;

export interface ToPrepare {
  readonly florin: Florin;
  readonly receiver: Receiver;
  /** Number of renewals that become due one by one within these seconds. */
  readonly renewalsCount: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

export interface Prepared {
  readonly holders: readonly Holder[];
  readonly logins: readonly Login[];
  readonly endpoints: readonly Endpoint[];
  /** The last event before the endpoints existed. */
  readonly eventsFrom: number;
  readonly subscriptionIds: readonly Uuid[];
}

/** Accounts with money, subscriptions to renew, endpoints, and owners who log in. */
export async function prepare(given: ToPrepare): Promise<Prepared> {
  const { florin, receiver, renewalsCount, seconds, signal } = given;
  const { gatewayPort, databaseUrl } = florin;
  const accounts = await openAccounts(florin, ACCOUNTS);
  const logins: Login[] = [];
  while (logins.length < LOGINS) {
    const { email, password } = await openLogin(gatewayPort);
    logins.push({ email, password });
  }
  const clients = await accounts.renewTokens(gatewayPort);
  // At least one for each account, to be read.
  const renewals = await openRenewals(florin, clients, Math.max(renewalsCount, ACCOUNTS));
  try {
    const subscriptions = await renewals.list();
    // All earlier events are delivered, so that the expected deliveries are known.
    await untilTold(databaseUrl, signal);
    const subscribed = clients.filter((_, index) => index % ACCOUNTS_PER_ENDPOINT === 0);
    const endpoints = await openEndpoints(gatewayPort, subscribed, receiver);
    const eventsFrom = await findLastPosition(databaseUrl);
    await renewals.makeDue(renewalsCount, seconds);
    return {
      holders: withSubscriptions(clients, subscriptions),
      logins,
      endpoints,
      eventsFrom,
      subscriptionIds: subscriptions.map(({ id }) => id),
    };
  } finally {
    await renewals.close();
  }
}

async function untilTold(databaseUrl: string, signal: AbortSignal): Promise<void> {
  const events = await watchEvents(databaseUrl);
  try {
    await events.untilDone(signal);
  } finally {
    await events.close();
  }
}

async function openEndpoints(
  port: number,
  clients: readonly LastingClient[],
  receiver: Receiver,
): Promise<readonly Endpoint[]> {
  return mapAtMost(AT_ONCE, clients, async ({ accountId, token }, index) => {
    const body = { url: receiver.urlOf(index), event_types: ['*'] };
    const { secret } = await post({ port, path: '/v1/webhook_endpoints', token, body });
    receiver.expect(index, String(secret));
    return { accountId: parsePublicId('account', accountId) ?? '' };
  });
}

function withSubscriptions(
  clients: readonly LastingClient[],
  subscriptions: Awaited<ReturnType<Renewals['list']>>,
): readonly Holder[] {
  const byPayer = new Map(subscriptions.map(({ id, payerId }) => [payerId, id]));
  return clients.map((client) => {
    const id = byPayer.get(parsePublicId('account', client.accountId) ?? '');
    if (id === undefined) throw new Error('an account has no subscription');
    return { ...client, subscriptionId: toPublicId('subscription', id) };
  });
}

async function findLastPosition(databaseUrl: string): Promise<number> {
  const [row] = await queryOnce<{ position: string }>(
    databaseUrl,
    'select last_position as position from webhooks.log_head',
  );
  return Number(row?.position);
}
