import { type Arrange, replaySample, samplesFor } from '@florin/contract-tests';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Billing, createWorld, openShop, startBilling, type World } from './start-billing.ts';

let world: World;
let billing: Billing;
beforeAll(async () => {
  world = await createWorld();
  billing = await startBilling(world);
});
afterAll(async () => {
  await billing.stop();
  await world.stop();
});

const states: Record<string, Arrange> = {
  nothing: async () => {},
  'an active subscription': async ({ accountId = '' }) => {
    const shop = await openShop(world, () => billing, { available: 1_000 });
    expect((await shop.subscribe()).body.status).toBe('active');
    return { [accountId]: shop.id };
  },
  'a closed gate': async ({ accountId = '' }) => {
    await billing.gates.closeGate({ accountId }, { requestId: 'test', timeoutMs: 5_000 });
  },
};

it.each(samplesFor('billing'))(
  'answers $consumer of $release: $rpc given $given',
  async (sample) => {
    const { grpcPort } = billing;
    const { wanted, got } = await replaySample(sample, states, { name: 'billing', grpcPort });
    expect(got).toMatchObject(wanted);
  },
);
