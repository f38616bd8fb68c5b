import { newId } from '@florin/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Billing, createWorld, startBilling, type World } from './start-billing.ts';

const context = { requestId: 'req_test', timeoutMs: 5_000 };
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

describe('the gate of an account without subscriptions', () => {
  it('closes, opens and closes again, and each can be repeated', async () => {
    const accountId = newId();
    for (let round = 0; round < 2; round += 1) {
      await billing.gates.closeGate({ accountId }, context);
      await billing.gates.closeGate({ accountId }, context);
      await billing.gates.endSubscriptions({ accountId }, context);
      await billing.gates.endSubscriptions({ accountId }, context);
      await billing.gates.reopenGate({ accountId }, context);
      await billing.gates.reopenGate({ accountId }, context);
    }
  });

  it('has to be closed before subscriptions are ended', async () => {
    const end = billing.gates.endSubscriptions({ accountId: newId() }, context);
    await expect(end).rejects.toMatchObject({ code: 'conflict' });
  });
});
