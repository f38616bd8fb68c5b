import { type Arrange, replaySample, samplesFor } from '@florin/contract-tests';
import { newId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { order, startProcessors } from './start-processors.ts';

const context = { requestId: 'test', timeoutMs: 5_000 };

let service: Awaited<ReturnType<typeof startProcessors>>;
beforeAll(async () => {
  service = await startProcessors();
});
afterAll(async () => {
  await service.stop();
});

/** Saves a card by a payment, and maps the sample's ids to real ones. */
function saveCard(number: string): Arrange {
  return async ({ accountId = '', savesFor = 'cus_1', methodId: asked = '' }, { methodId }) => {
    const request = { ...order(accountId, newId(), number, 500), savesFor, mandate: 'I agree' };
    await service.client.authorize(request, context);
    const saved = await service.client.findSavedMethod({ accountId, savesFor }, context);
    const named = methodId ?? asked;
    return named === '' ? {} : { [named]: saved.methodId };
  };
}

const states: Record<string, Arrange> = {
  nothing: async () => {},
  'a saved card': saveCard('4242424242424242'),
  'a saved card that declines': saveCard('4000000000000341'),
  'a disputed payment': async (_request, { paymentId = '' }) => {
    const accountId = await service.openAccount();
    const charge = order(accountId, paymentId, '4000000000000259', 500);
    await service.client.authorize(charge, context);
    await eventually(async () => {
      const known = 'select from processors.disputes where payment_id = $1';
      expect(await service.query(known, [paymentId])).toHaveLength(1);
    });
  },
  'a charge that was paid': async ({ id = '', accountId = '' }) => {
    const request = order(accountId, newId(), '4242424242424242', 500);
    await service.client.authorize({ ...request, id }, context);
  },
};

it.each(samplesFor('processors'))(
  'answers $consumer of $release: $rpc given $given',
  async (sample) => {
    const { grpcPort } = service;
    const { wanted, got } = await replaySample(sample, states, { name: 'processors', grpcPort });
    expect(got).toMatchObject(wanted);
  },
);
