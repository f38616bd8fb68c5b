import { type DomainEvent, newId, parsePublicId, toPublicId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { ACCOUNT, CUSTOMER } from './start-mail.ts';
import { useMail } from './use-mail.ts';

const { world } = useMail();

const CANARY = 'canaryperson@example.com';

function eventOf(type: string, object: object): DomainEvent {
  return {
    ...{ id: newId(), type, created_at: new Date().toISOString(), account_id: ACCOUNT },
    ...{ aggregate_id: newId(), aggregate_sequence: 1 },
    data: { object: { account_id: toPublicId('account', ACCOUNT), ...object } },
    request: { id: null, idempotency_key: null },
  };
}

const paymentOf = (customer_id: string | null) =>
  eventOf('payment.created', {
    ...{ object: 'payment', id: toPublicId('paymentRequest', newId()), customer_id },
    ...{ customer_email: CANARY, amount: 100, currency: 'EUR', reference: CANARY, metadata: {} },
  });

it('erases the emails of a customer with their addresses, and sends no more', async () => {
  const customerId = parsePublicId('customer', CUSTOMER) ?? '';
  const other = { ...paymentOf(null), account_id: newId() };
  other.data.object.account_id = toPublicId('account', other.account_id);
  // The second names no customer, but has the address of the first.
  await world().happen(paymentOf(CUSTOMER), paymentOf(null), other);
  expect(JSON.stringify(await world().messages())).toContain(CANARY);
  const erasure = eventOf('customer.anonymized', { object: 'customer', id: CUSTOMER });
  await world().happen({ ...erasure, aggregate_id: customerId }, paymentOf(CUSTOMER));
  const messages = await world().messages();
  expect(messages).toHaveLength(3);
  const theirs = messages.filter(({ account_id }) => account_id === ACCOUNT);
  expect(JSON.stringify(theirs)).not.toContain(CANARY);
  expect(theirs.map(({ receiver, sent_to }) => [receiver, sent_to])).toEqual([
    [null, null],
    [null, null],
  ]);
  const foreign = messages.filter(({ account_id }) => account_id !== ACCOUNT);
  expect(foreign.map(({ receiver }) => receiver)).toEqual([CANARY]);
});
