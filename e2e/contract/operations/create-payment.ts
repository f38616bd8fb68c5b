import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { type Caller, must } from '../people.ts';
import { newPaymentMethod } from '../prepare/payment-methods.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

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

export const contract: Contract = {
  operation: 'POST /v1/payments',
  access: [
    aboutField('change what the account has', ['account_id', 'account'], {
      body: { amount: 1, currency: 'USD', customer_email: 'customer@example.com' },
      unknown: '404 account_not_found',
      misshapen: '404 account_not_found',
    }),
  ],
  events: ['payment.created', 'payment.succeeded', 'transaction.created'],
  scenarios: [
    guarded,
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
  ],
};
