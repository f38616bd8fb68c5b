import { toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { ABSENT, ACCOUNT, confirmationEvent, PENDING, paymentEvent, VERIFY } from './start-mail.ts';
import { person, useMail } from './use-mail.ts';

const { world, mail, server } = useMail();
const paymentId = toPublicId('paymentRequest', PENDING);

const read = (query = '', caller = person('support', ACCOUNT)) =>
  mail().call('GET', `/v1/mails?${query}`, { caller });

it('lists the emails about a payment with their status, but none about logins', async () => {
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

it('resends it for roles that may write, and not while it waits', async () => {
  await world().happen(paymentEvent('payment.created', { to: 'grace@example.com' }));
  const sent = () =>
    eventually(async () => {
      const { data } = (await read('status=sent')).body;
      expect(data).not.toHaveLength(0);
      return data;
    });
  const [{ id }] = await sent();
  const resend = (caller = person('member', ACCOUNT), one = id) =>
    mail().call('POST', `/v1/mails/${one}/resend`, { caller });
  expect((await resend(person('support', ACCOUNT))).status).toBe(403);
  expect((await resend(person('owner'))).status).toBe(404);
  expect((await resend(person('platform'))).status).toBe(403);
  const again = await resend();
  expect([again.status, again.body.kind, again.body.to]).toEqual([
    ...[201, 'payment_request', 'grace@example.com'],
  ]);
  await eventually(async () =>
    expect((await read('status=sent')).body.data.map((each: { id: string }) => each.id)).toEqual([
      again.body.id,
      id,
    ]),
  );
  expect(server().taken).toHaveLength(2);
});

it('hides it from all others', async () => {
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
