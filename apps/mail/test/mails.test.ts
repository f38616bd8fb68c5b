import { toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { ABSENT, ACCOUNT, confirmationEvent, PENDING, paymentEvent, VERIFY } from './start-mail.ts';
import { person, useMail } from './use-mail.ts';

const { world, mail } = useMail();
const paymentId = toPublicId('paymentRequest', PENDING);

const read = (query = '', caller = person('support', ACCOUNT)) =>
  mail().call('GET', `/v1/mails?${query}`, { caller });

it('tells who was written to about a payment, and what became of it, but nothing of logins', async () => {
  await world().happen(
    paymentEvent('payment.created', { to: 'grace@example.com' }),
    confirmationEvent(VERIFY),
  );
  await eventually(async () =>
    expect((await read(`object_id=${paymentId}`)).body.data).toMatchObject([
      {
        object: 'mail',
        account_id: toPublicId('account', ACCOUNT),
        kind: 'payment_request',
        to: 'grace@example.com',
        status: 'sent',
        attempts: 1,
        reason: null,
        ended_at: expect.any(String),
      },
    ]),
  );
  expect((await read()).body.data).toHaveLength(1);
  expect((await read('status=waiting')).body.data).toHaveLength(0);
  expect((await read(`object_id=${toPublicId('paymentRequest', ABSENT)}`)).body.data).toEqual([]);
  expect((await read('object_id=nothing')).body.data).toEqual([]);
});

it('tells it to nobody else', async () => {
  await world().happen(paymentEvent('payment.created', { to: 'grace@example.com' }));
  await eventually(async () => expect((await read()).body.data).toHaveLength(1));
  const [{ id }] = (await read()).body.data;
  const stranger = person('owner');
  expect((await read('', stranger)).body.data).toEqual([]);
  expect((await read(`account_id=${toPublicId('account', ACCOUNT)}`, stranger)).body.data).toEqual(
    [],
  );
  expect((await read(`starting_after=${id}`, stranger)).body.error).toBe('invalid_request');
  expect((await read('', person('admin'))).body.data).toHaveLength(1);
});
