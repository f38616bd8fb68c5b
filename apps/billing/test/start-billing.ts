import { type Caller, newId, type Role, toPublicId, type Uuid } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import { testDatabase, testService } from '@florin/service-testing';
import {
  type CallOptions,
  isUnavailable,
  peerAt,
  retry,
  startNats,
  testKeys,
} from '@florin/testing';
import type { EngineSettings, OfficeSettings } from '../src/config.ts';
import { migrations } from '../src/migrations/index.ts';
import { billing } from '../src/service.ts';
import { clock } from './clock.ts';
import { startPeers } from './peers.ts';

/** Unreachable tax offices. */
const NO_OFFICES: OfficeSettings = { viesUrl: 'http://127.0.0.1:9', hmrc: undefined };

/** A tax engine without keys. */
const NO_ENGINE: EngineSettings = {
  stripeTax: { url: 'http://127.0.0.1:9', liveKey: undefined, testKey: undefined },
};

/** Services outside Florin that billing calls. */
type OutsideSettings = Partial<OfficeSettings & EngineSettings>;

/** Unreachable, so events wait in the outbox, as during an outage of NATS. */
const NO_NATS = 'nats://127.0.0.1:1';

/** A database for billing, the peers that it calls, and its clock. */
export async function createWorld({ withNats = false } = {}) {
  const { adminUrl, url, query, drop } = await testDatabase('billing', migrations);
  const peers = await startPeers(adminUrl);
  const nats = withNats ? await startNats() : undefined;
  return {
    url,
    peers,
    natsUrl: nats?.url ?? NO_NATS,
    clock,
    query,
    async stop() {
      await peers.stop();
      await nats?.stop();
      await drop();
    },
  };
}

export type World = Awaited<ReturnType<typeof createWorld>>;

function configOf({ url, peers, natsUrl }: World, outside: OutsideSettings = {}) {
  return {
    ...NO_OFFICES,
    ...NO_ENGINE,
    ...outside,
    database: { url, poolSizeMax: 8 },
    nats: { url: natsUrl },
    acceptKeys: testKeys('gateway', 'accounts', 'ledger', 'processors', 'mail'),
    callKeys: testKeys('ledger', 'accounts', 'processors', 'mail', 'webhooks'),
    ledgerAddresses: [peers.grpcAddress],
    accountsAddresses: [peers.grpcAddress],
    processorsAddresses: [peers.grpcAddress],
    mailAddresses: [peers.grpcAddress],
    webhooksAddresses: [peers.grpcAddress],
    publicUrl: 'https://florin.example.com',
  };
}

/** One process of the service. */
export async function startBilling(world: World, outside?: OutsideSettings) {
  const service = await testService(billing, configOf(world, outside));
  const gates = makeClient(grpcServices.billing, peerAt('accounts', 'billing', service.grpcPort));
  return {
    ...service,
    gates,
    async stop() {
      gates.close();
      await service.stop();
    },
  };
}

export type Billing = Awaited<ReturnType<typeof startBilling>>;

export function callerOf(accountId: Uuid | null, role: Role = 'owner'): Partial<Caller> {
  return { userId: newId(), sessionId: newId(), accountId, role };
}

/** An account with its owner, and billing's routes as that owner calls them. */
export async function openShop(
  { peers }: World,
  billing: () => Billing,
  account: Parameters<World['peers']['openAccount']>[0] = {},
) {
  const { id } = await peers.openAccount(account);
  const caller = callerOf(id);
  /** Retries 503 like clients, except where a test causes the refusal. */
  const call = (method: string, path: string, options: CallOptions = {}) =>
    retry(() => billing().call(method, path, { caller, ...options }), {
      triesMax: peers.faults.isUnavailable ? 1 : undefined,
      isPutOff: isUnavailable,
    });
  const post = (path: string, body?: unknown, options: CallOptions = {}) =>
    call('POST', path, { body, ...options });
  return {
    id,
    publicId: toPublicId('account', id),
    caller,
    post,
    call,
    get: (path: string) => call('GET', path),
    patch: (path: string, body: unknown) => call('PATCH', path, { body }),
    /** Subscribes the account itself, or one of its customers. */
    subscribe: (fields: object = {}, options: CallOptions = {}) =>
      post(
        '/v1/subscriptions',
        { customer_id: toPublicId('account', id), plan: 'basic', ...fields },
        options,
      ),
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;
