import { AppError, newId } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient, type RpcService, serveGrpc } from '@florin/grpc';
import { peerAt, testKeys } from '@florin/testing';
import { afterEach, expect, it } from 'vitest';
import { gatherCharges } from '../src/collection/charges/gather.ts';

const { ChargeAll, ...before } = grpcServices.charges.service;
const context = { requestId: 'req_1', timeoutMs: 60_000 };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Keyed = { readonly key: string };

/** A client of a fake ledger, and the requests that it received. */
async function connect(definition: RpcService['definition'], rpcs: RpcService['rpcs']) {
  const calls: string[] = [];
  const counted = Object.keys(definition).map((name) => [
    name,
    (request: never, call: never) => {
      calls.push(name);
      return rpcs[name]?.(request, call);
    },
  ]);
  const server = await serveGrpc(
    { host: '127.0.0.1', port: 0, acceptKeys: testKeys('billing') },
    [{ definition, rpcs: Object.fromEntries(counted) }],
    () => {},
  );
  closing.push(() => server.stop(1_000));
  const client = makeClient(grpcServices.charges, peerAt('billing', 'ledger', server.port));
  closing.push(() => client.close());
  return { calls, ledger: gatherCharges(client) };
}

const requests = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ accountId: newId(), amount: '100', currency: 'USD', reference: 'inv_1' },
    key: `${index}`,
  }));
const taken = async ({ key }: Keyed) => ({ transactionId: `of ${key}` });
const together = async ({ charges }: { readonly charges: readonly Keyed[] }) => ({
  outcomes: await Promise.all(charges.map(taken)),
});

it('makes 300 concurrent charges with three calls, and returns each outcome', async () => {
  const { calls, ledger } = await connect({ ChargeAll, ...before }, { ChargeAll: together });
  const many = requests(300);
  const answers = await Promise.all(many.map((request) => ledger.charge(request, context)));
  expect(answers).toMatchObject(many.map(({ key }) => ({ transactionId: `of ${key}` })));
  expect(calls).toEqual(['ChargeAll', 'ChargeAll', 'ChargeAll']);
  await ledger.charge({ ...many[0], key: 'later' }, context);
  expect(calls).toHaveLength(4);
});

it('makes them one by one if the ledger does not know the call yet', async () => {
  const { calls, ledger } = await connect(before, { Charge: taken });
  const answers = await Promise.all(requests(3).map((request) => ledger.charge(request, context)));
  expect(answers).toMatchObject([0, 1, 2].map((key) => ({ transactionId: `of ${key}` })));
  expect(calls).toEqual(['Charge', 'Charge', 'Charge']);
});

it('makes them one by one if one of them fails because of a bug', async () => {
  const broken = async () => {
    throw new Error('a bug');
  };
  const { ledger } = await connect(
    { ChargeAll, ...before },
    {
      ChargeAll: broken,
      Charge: (request: Keyed) => (request.key === '1' ? broken() : taken(request)),
    },
  );
  const answers = await Promise.allSettled(
    requests(3).map((request) => ledger.charge(request, context)),
  );
  expect(answers).toMatchObject([
    { value: { transactionId: 'of 0' } },
    { reason: { code: 'internal_error' } },
    { value: { transactionId: 'of 2' } },
  ]);
});

it('reports all as retryable if the ledger is down, without one call for each', async () => {
  const away = async () => {
    throw new AppError('unavailable', 'the ledger is away');
  };
  const { calls, ledger } = await connect({ ChargeAll, ...before }, { ChargeAll: away });
  const answers = await Promise.allSettled(
    requests(3).map((request) => ledger.charge(request, context)),
  );
  for (const answer of answers) expect(answer).toMatchObject({ reason: { code: 'unavailable' } });
  expect(calls).toEqual(['ChargeAll']);
});

it('fails a charge that is missing in the ledger’s response', async () => {
  const fewer = async () => ({ outcomes: [{ transactionId: 'of 0' }] });
  const { ledger } = await connect({ ChargeAll, ...before }, { ChargeAll: fewer });
  const answers = await Promise.allSettled(
    requests(2).map((request) => ledger.charge(request, context)),
  );
  expect(answers).toMatchObject([
    { value: { transactionId: 'of 0' } },
    { reason: { code: 'internal_error' } },
  ]);
});
