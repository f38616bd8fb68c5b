import type { Stripe } from 'stripe';
import { invalid } from '../failure.ts';
import { intOf, metadataOf, mustText, textOf } from '../form.ts';
import { balanceOf, movementNow } from '../operations/balance.ts';
import { payOut } from '../operations/payouts.ts';
import { listPage } from '../tables.ts';
import { type Scope, scopeOf } from '../world.ts';
import { isOneOf } from './customers.ts';
import { get, post, type Route } from './route.ts';

export const balanceRoutes: readonly Route[] = [
  get('/v1/balance', ({ context: { world, scope } }): Stripe.Balance => {
    const currencies = [...new Set(scope.movements.all().map(({ currency }) => currency))];
    const sums = currencies.map((currency) => ({ currency, ...balanceOf(world, scope, currency) }));
    return {
      object: 'balance',
      available: sums.map(({ currency, available: amount }) => ({ amount, currency })),
      pending: sums.map(({ currency, pending: amount }) => ({ amount, currency })),
      livemode: false,
    };
  }),
  get('/v1/balance_transactions', ({ context: { world, scope }, form, path }) => {
    const page = listPage(
      scope.movements,
      form,
      path,
      ({ id, source, type, currency }) =>
        isOneOf(form, 'payout', scope.paidOut.get(id)) &&
        isOneOf(form, 'source', source) &&
        isOneOf(form, 'type', type) &&
        isOneOf(form, 'currency', currency),
    );
    return { ...page, data: page.data.map((movement) => movementNow(world, movement)) };
  }),
  get('/v1/balance_transactions/:id', ({ context: { world, scope }, id }) =>
    movementNow(world, scope.movements.get(id)),
  ),
];

export const payoutRoutes: readonly Route[] = [
  post('/v1/payouts', ({ context, form }) => {
    const amount = intOf(form, 'amount') ?? 0;
    if (amount < 1) throw invalid('Invalid positive integer', { param: 'amount' });
    return payOut(context, {
      amount,
      currency: mustText(form, 'currency').toLowerCase(),
      automatic: false,
      metadata: metadataOf(form),
      description: textOf(form, 'description') ?? null,
    });
  }),
  get('/v1/payouts', ({ context: { scope }, form, path }) =>
    listPage(scope.payouts, form, path, ({ status }) => isOneOf(form, 'status', status)),
  ),
  get('/v1/payouts/:id', ({ context: { scope }, id }) => scope.payouts.get(id)),
];

export const accountRoutes: readonly Route[] = [
  get('/v1/account', ({ context: { scope } }) => toAccount(scope)),
  get('/v1/accounts', ({ context: { world }, path }) => ({
    object: 'list',
    data: [...world.scopes.values()].filter(({ isConnected }) => isConnected).map(toAccount),
    has_more: false,
    url: path,
  })),
  get('/v1/accounts/:id', ({ context: { world }, id }) => toAccount(scopeOf(world, id))),
];

export const eventRoutes: readonly Route[] = [
  get('/v1/events', ({ context: { scope }, form, path }) => {
    const wanted = form.types;
    const types = Array.isArray(wanted) ? wanted : undefined;
    return listPage(
      scope.events,
      form,
      path,
      ({ type }) => isOneOf(form, 'type', type) && (types === undefined || types.includes(type)),
    );
  }),
  get('/v1/events/:id', ({ context: { scope }, id }) => scope.events.get(id)),
];

function toAccount({ account, created }: Scope): Stripe.Account {
  return {
    id: account,
    object: 'account',
    charges_enabled: true,
    country: 'US',
    created,
    default_currency: 'usd',
    details_submitted: true,
    email: null,
    metadata: {},
    payouts_enabled: true,
    type: 'standard',
  };
}
