import { newId } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { freePort } from '@florin/local-servers';
import { type NameServer, serveNames } from '@florin/local-servers/dns';
import { eventually, testKeys } from '@florin/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeClient } from './clients.ts';
import { type RpcsOf, rpcService, serveGrpc } from './serve.ts';

const dns = vi.hoisted(() => ({ server: undefined as NameServer | undefined }));
vi.mock(import('node:dns/promises'), async (load) => ({
  ...(await load()),
  // biome-ignore lint/suspicious/noExplicitAny: lookup has many signatures.
  lookup: ((host: string) => dns.server?.lookup(host)) as any,
}));

const NAME = 'ledger-headless';
const request = { accountId: newId(), currency: 'USD' };
const context = { requestId: 'req-1', timeoutMs: 20_000 };
const ends: (() => unknown)[] = [];
const addresses = new Set<string>();
/** Addresses in order of the calls they got. */
const asked: string[] = [];
let port = 0;
let answer: Promise<unknown> = Promise.resolve();

beforeEach(async () => {
  addresses.clear();
  asked.length = 0;
  answer = Promise.resolve();
  port = await freePort();
  const server = await serveNames('127.0.0.1', 0, (name) => (name === NAME ? [...addresses] : []));
  dns.server = server;
  ends.push(() => server.close());
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A ledger at its own address, like a pod. */
async function startReplica(host: string) {
  const { service } = grpcServices.balances;
  const openBalance = async () => {
    asked.push(host);
    await answer;
    return {};
  };
  const rpcs = { OpenBalance: openBalance, CloseBalance: openBalance, ChangeCurrency: openBalance };
  const server = await serveGrpc(
    { host, port, acceptKeys: testKeys('accounts') },
    [rpcService(service, rpcs as RpcsOf<typeof service>)],
    () => {},
  );
  const stop = () => server.stop(2_000);
  ends.push(stop);
  return stop;
}

function clientOf(...names: readonly string[]) {
  const client = makeClient(grpcServices.balances, {
    self: 'accounts',
    callee: 'ledger',
    addresses: names.map((name) => `${name}:${port}`),
    callKeys: testKeys('ledger'),
  });
  ends.push(() => client.close());
  return client;
}

/** Resolves once calls are distributed among exactly these replicas. */
const reaches = (client: ReturnType<typeof clientOf>, hosts: readonly string[]) =>
  eventually(async () => {
    asked.length = 0;
    for (let call = 0; call < 2 * hosts.length; call += 1)
      await client.openBalance(request, context);
    expect([...new Set(asked)].toSorted()).toEqual(hosts);
  });

it('uses all addresses of a name, and follows changes', async () => {
  await startReplica('127.0.0.2');
  addresses.add('127.0.0.2');
  const client = clientOf(NAME);
  await reaches(client, ['127.0.0.2']);
  await startReplica('127.0.0.3');
  addresses.add('127.0.0.3');
  await reaches(client, ['127.0.0.2', '127.0.0.3']);
  addresses.delete('127.0.0.2');
  await reaches(client, ['127.0.0.3']);
});

it('still accepts answers of a replica that DNS no longer lists', async () => {
  const stop = await startReplica('127.0.0.2');
  await startReplica('127.0.0.3');
  addresses.add('127.0.0.2');
  const client = clientOf(NAME);
  const held = Promise.withResolvers<void>();
  answer = held.promise;
  const slow = client.openBalance(request, context);
  await eventually(async () => expect(asked).toEqual(['127.0.0.2']));
  answer = Promise.resolve();
  addresses.add('127.0.0.3').delete('127.0.0.2');
  await reaches(client, ['127.0.0.3']);
  const stopped = stop();
  held.resolve();
  expect(await slow).toEqual({});
  await stopped;
});

it('accepts several names and addresses together', async () => {
  await startReplica('127.0.0.2');
  await startReplica('127.0.0.4');
  addresses.add('127.0.0.2');
  await reaches(clientOf(NAME, '127.0.0.4'), ['127.0.0.2', '127.0.0.4']);
});

it('reports an unknown name, and finds it once it exists', async () => {
  await startReplica('127.0.0.2');
  const client = clientOf(NAME);
  await expect(client.openBalance(request, context)).rejects.toMatchObject({ code: 'unavailable' });
  addresses.add('127.0.0.2');
  await eventually(() => client.openBalance(request, context));
});
