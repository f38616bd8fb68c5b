import { type Arrange, replaySample, samplesFor } from '@florin/contract-tests';
import { expect, it } from 'vitest';
import { useBilling } from './use-billing.ts';

const { billing, openShop } = useBilling();

const states: Record<string, Arrange> = {
  nothing: async () => {},
  'an active subscription': async ({ accountId = '' }) => {
    const shop = await openShop({ available: 1_000 });
    expect((await shop.subscribe()).body.status).toBe('active');
    return { [accountId]: shop.id };
  },
  'a closed gate': async ({ accountId = '' }) => {
    await billing().gates.closeGate({ accountId }, { requestId: 'test', timeoutMs: 5_000 });
  },
};

it.each(samplesFor('billing'))(
  'answers $consumer of $release: $rpc given $given',
  async (sample) => {
    const { grpcPort } = billing();
    const { wanted, got } = await replaySample(sample, states, { name: 'billing', grpcPort });
    expect(got).toMatchObject(wanted);
  },
);
