import { CARDS, pay } from '../pay.ts';
import { type Caller, must } from '../people.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, requestPayment, subscribe, type World } from '../world.ts';
import { newPaymentMethod } from './payment-methods.ts';

const create =
  (fields: object, by: (world: World) => Caller = ({ owner }) => owner) =>
  (world: World) =>
    by(world).call('POST', '/v1/payments', {
      body: {
        account_id: world.owner.accountId,
        amount: 100,
        currency: 'USD',
        customer_email: 'customer@example.com',
        ...fields,
      },
    });

const at = (id: string, rest = '') => `/v1/payments/${id}${rest}`;

const unknownTo = (method: string, rest = '') => [
  refuses(404, 'not_found', 'no such payment request', ({ owner }) =>
    owner.call(method, at(ABSENT.payment, rest)),
  ),
  refuses(404, 'not_found', 'a malformed id', ({ owner }) =>
    owner.call(method, at('latest', rest)),
  ),
  refuses(404, 'not_found', 'a payment request of another account', ({ stranger, objects }) =>
    stranger.call(method, at(objects.paymentId, rest)),
  ),
];

const listPayments =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `/v1/payments?${query}`);

export const paymentScenarios = [
  ...guarded('POST /v1/payments'),
  ...scenarios(
    'POST /v1/payments',
    succeeds(201, 'all fields', create({ reference: 'order 7', metadata: { order: 7 } })),
    succeeds(201, 'a listed return_url', async ({ owner }) => {
      const return_urls = ['https://shop.example/paid'];
      await must(() => owner.call('PATCH', '/v1/account', { body: { return_urls } }));
      return create(
        { return_url: 'https://shop.example/paid?order=7' },
        () => owner,
      )({
        owner,
      } as World);
    }),
    succeeds(201, 'a currency in lower case', create({ currency: 'usd' })),
    succeeds(201, 'a saved payment method', async (world) => {
      const { id: payment_method_id, customer_id } = await newPaymentMethod(world.owner);
      return create({ customer_id, payment_method_id })(world);
    }),
    succeeds(201, 'more than the account has', create({ amount: 999_999_999_999 })),
    succeeds(
      201,
      'an API key',
      create({}, ({ key }) => key),
    ),
    refusesEach(400, 'invalid_request', create, {
      'no account_id': { account_id: undefined },
      'no amount': { amount: undefined },
      'an amount of zero': { amount: 0 },
      'an amount of text': { amount: '100' },
      'an amount of a million million': { amount: 1_000_000_000_000 },
      'no currency': { currency: undefined },
      'an unknown currency': { currency: 'XYZ' },
      'a currency that is not the account’s': { currency: 'EUR' },
      'no customer_email': { customer_email: undefined },
      'a customer_email without a domain': { customer_email: 'customer' },
      'a long reference': { reference: 'x'.repeat(256) },
      'metadata that is no object': { metadata: 7 },
      'a return_url that is not listed': { return_url: 'https://evil.example/' },
      'a customer without a saved payment method': { customer_id: ABSENT.saver },
      'a payment method without its customer': { payment_method_id: ABSENT.paymentMethod },
      'a return_url without TLS': { return_url: 'http://shop.example/paid' },
    }),
    refuses(
      401,
      'unauthorized',
      'an API key without the scope',
      create({}, ({ narrowKey }) => narrowKey),
    ),
    refuses(
      401,
      'unauthorized',
      'the platform, which only reads',
      create({}, ({ platform }) => platform),
    ),
    refuses(404, 'account_not_found', 'no such account', create({ account_id: ABSENT.account })),
    refuses(404, 'account_not_found', 'a malformed id', create({ account_id: 'mine' })),
    refuses(
      404,
      'account_not_found',
      'another account',
      create({}, ({ stranger }) => stranger),
    ),
    refuses(404, 'account_not_found', 'a closed account', (world) =>
      create({ account_id: world.closed.accountId }, ({ admin }) => admin)(world),
    ),
  ),
  ...needsToken('GET /v1/payments'),
  ...scenarios(
    'GET /v1/payments',
    succeeds(200, 'the account’s own', listPayments('')),
    succeeds(200, 'every filter', listPayments('status=pending&reference=x&limit=1')),
    succeeds(200, 'those of a customer', listPayments(`customer_id=${ABSENT.customer}`)),
    refusesEach(400, 'invalid_request', listPayments, {
      'a limit of zero': 'limit=0',
      'an unknown status': 'status=open',
      'a cursor without an object': `starting_after=${ABSENT.payment}`,
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', '/v1/payments'),
    ),
  ),
  ...needsToken('GET /v1/payments/{payment_id}'),
  ...scenarios(
    'GET /v1/payments/{payment_id}',
    succeeds(200, 'a payment request', ({ member, objects }) =>
      member.call('GET', at(objects.paymentId)),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey, objects }) =>
      narrowKey.call('GET', at(objects.paymentId)),
    ),
    unknownTo('GET'),
  ),
  ...needsToken('GET /v1/payments/{payment_id}/status'),
  ...scenarios(
    'GET /v1/payments/{payment_id}/status',
    succeeds(200, 'a payment request', ({ owner, objects }) =>
      owner.call('GET', at(objects.paymentId, '/status')),
    ),
    succeeds(200, 'any, for the platform', ({ platform, objects }) =>
      platform.call('GET', at(objects.paymentId, '/status')),
    ),
    unknownTo('GET', '/status'),
  ),
  ...needsToken('GET /v1/payments/{payment_id}/attempts'),
  ...scenarios(
    'GET /v1/payments/{payment_id}/attempts',
    succeeds(200, 'a payment request', ({ owner, objects }) =>
      owner.call('GET', at(objects.paymentId, '/attempts')),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey, objects }) =>
      narrowKey.call('GET', at(objects.paymentId, '/attempts')),
    ),
    unknownTo('GET', '/attempts'),
  ),
  ...guarded('POST /v1/payments/{payment_id}/cancel'),
  ...scenarios(
    'POST /v1/payments/{payment_id}/cancel',
    succeeds(200, 'a pending payment request', async ({ owner }) => {
      const { id } = await requestPayment(owner);
      return owner.call('POST', at(id, '/cancel'));
    }),
    refuses(400, 'invalid_request', 'an Idempotency-Key with spaces', ({ owner, objects }) =>
      owner.call('POST', at(objects.paymentId, '/cancel'), { key: 'a key' }),
    ),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, objects }) =>
      platform.call('POST', at(objects.paymentId, '/cancel')),
    ),
    unknownTo('POST', '/cancel'),
    succeeds(200, 'a canceled one', async ({ owner }) => {
      const { id } = await requestPayment(owner);
      await must(() => owner.call('POST', at(id, '/cancel')));
      return owner.call('POST', at(id, '/cancel'));
    }),
    refuses(409, 'conflict', 'the one of an invoice, which is void instead', async ({ owner }) => {
      const { latest_invoice_id } = await subscribe(owner);
      const { payment_id } = await must(() =>
        owner.call('GET', `/v1/invoices/${latest_invoice_id}`),
      );
      return owner.call('POST', at(payment_id, '/cancel'));
    }),
    refuses(409, 'conflict', 'one that is paid', async ({ owner }) => {
      const { id, payment_url } = await requestPayment(owner);
      await pay(payment_url, CARDS.good);
      return owner.call('POST', at(id, '/cancel'));
    }),
    refuses(409, 'not_cancellable', 'a failed one', async ({ owner }) => {
      const { id, payment_url } = await requestPayment(owner);
      for (let tries = 1; tries <= 5; tries += 1) await pay(payment_url, CARDS.declined);
      return owner.call('POST', at(id, '/cancel'));
    }),
  ),
];
