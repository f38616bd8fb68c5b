import { type Caller, type DomainEvent, newId, toPublicId, type Uuid } from '@florin/contracts';
import { expect, it } from 'vitest';
import { useConsole } from './use-console.ts';

const site = useConsole();
const ACCOUNT = newId();
const owner: Partial<Caller> = {
  ...{ userId: newId(), sessionId: newId(), accountId: ACCOUNT, role: 'owner' },
};
const CANARY = 'canaryperson';

function eventOf(type: string, id: Uuid, sequence: number, object: object): DomainEvent {
  return {
    ...{ id: newId(), type, created_at: '2026-01-01T00:00:00.000Z', account_id: ACCOUNT },
    ...{ aggregate_id: id, aggregate_sequence: sequence },
    data: { object: { ...object } },
    request: { id: null, idempotency_key: null },
  };
}

async function countFound(): Promise<number> {
  const { body } = await site.call(`/v1/search?q=${CANARY}`, { caller: owner });
  return (body as { readonly data: readonly unknown[] }).data.length;
}

it('finds nothing of an erased customer, even after later events', async () => {
  const [customer, payment, refund] = [newId(), newId(), newId()];
  const customer_id = toPublicId('customer', customer);
  const person = { object: 'customer', id: customer_id, name: CANARY };
  await site.happen(
    eventOf('customer.created', customer, 1, person),
    eventOf('payment.created', payment, 1, {
      ...{ object: 'payment', customer_id, customer_email: `${CANARY}@example.com` },
    }),
  );
  expect(await countFound()).toBe(2);
  await site.happen(
    eventOf('customer.anonymized', customer, 3, { ...person, name: null }),
    eventOf('refund.created', refund, 1, { object: 'refund', customer_id, reason: CANARY }),
  );
  await site.happen(eventOf('customer.updated', customer, 2, person));
  expect(await countFound()).toBe(0);
  const rows = await site
    .db()
    .selectFrom('objects')
    .select('title')
    .where('customer_id', '=', customer)
    .orderBy('kind')
    .execute();
  expect(rows.map(({ title }) => title)).toEqual([
    customer_id,
    toPublicId('paymentRequest', payment),
    toPublicId('refund', refund),
  ]);
  const words = await site.db().selectFrom('words').select('term').execute();
  expect(words.filter(({ term }) => term.includes(CANARY))).toEqual([]);
});
