import { newId, toPublicId, type Uuid } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { eventOf } from './producers.ts';
import { useWebhooks } from './use-webhooks.ts';

const { database, ofBilling } = useWebhooks();

const CANARY = 'Canaryperson';

function subscriptionOf(accountId: Uuid, customerId: Uuid) {
  const object = {
    ...{ object: 'subscription', customer_id: CANARY, metadata: { note: CANARY }, quantity: 7 },
    resolved_customer_id: toPublicId('customer', customerId),
  };
  const actor = { user_id: null, session_id: null, api_key_id: null, role: null };
  return {
    ...eventOf(accountId, newId(), 1, { type: 'subscription.created' }),
    data: { object, previous: { metadata: { note: CANARY } } },
    request: { id: newId(), idempotency_key: null, actor: { ...actor, address: '192.0.2.7' } },
  };
}

function erasureOf(accountId: Uuid, customerId: Uuid) {
  const object = { object: 'customer', id: toPublicId('customer', customerId), name: null };
  return {
    ...eventOf(accountId, customerId, 2, { type: 'customer.anonymized' }),
    data: { object },
  };
}

async function logOf(accountId: Uuid) {
  return database().query<{ id: string; data: object; request: object }>(
    `select id, data, request from webhooks.events where account_id = '${accountId}'
      order by sequence`,
  );
}

it('redacts an erased customer in the log, and in later events', async () => {
  const [accountId, customerId, other] = [newId(), newId(), newId()];
  const before = subscriptionOf(accountId, customerId);
  const foreign = subscriptionOf(accountId, other);
  await ofBilling().emit([before, foreign]);
  await eventually(async () => expect(await logOf(accountId)).toHaveLength(2));
  expect(JSON.stringify(await logOf(accountId))).toContain(CANARY);

  const late = subscriptionOf(accountId, customerId);
  await ofBilling().emit([erasureOf(accountId, customerId), late]);
  await eventually(async () => {
    const log = await logOf(accountId);
    expect(log).toHaveLength(4);
    const about = log.filter(({ id }) => id !== foreign.id);
    expect(JSON.stringify(about)).not.toContain(CANARY);
    expect(JSON.stringify(about)).not.toContain('192.0.2.7');
    expect(about[0]?.data).toMatchObject({
      object: { quantity: 7, customer_id: toPublicId('customer', customerId), metadata: {} },
    });
    const [kept] = log.filter(({ id }) => id === foreign.id);
    expect(JSON.stringify(kept)).toContain(CANARY);
  });
});

it('refuses every other change of the log', async () => {
  const change = `update webhooks.events set data = '{}'`;
  await expect(database().query(change)).rejects.toThrow('append-only');
});
