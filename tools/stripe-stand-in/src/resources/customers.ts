import { namedMethods, ruleOf } from '../cards.ts';
import { invalid } from '../failure.ts';
import { type Form, groupOf, intOf, metadataOf, mustText, textOf } from '../form.ts';
import { buildCustomer, buildMethod } from '../objects/methods.ts';
import { listPage } from '../tables.ts';
import { type Context, emitFrom } from '../world.ts';
import { get, post, type Route } from './route.ts';

export const customerRoutes: readonly Route[] = [
  post('/v1/customers', ({ context, form }) => {
    const { world, scope } = context;
    const customer = scope.customers.insert(
      buildCustomer(world.clock.seconds(), {
        email: textOf(form, 'email') ?? null,
        name: textOf(form, 'name') ?? null,
        description: textOf(form, 'description') ?? null,
        metadata: metadataOf(form),
      }),
    );
    emitFrom(context, 'customer.created', customer);
    return customer;
  }),
  get('/v1/customers', ({ context: { scope }, form, path }) =>
    listPage(scope.customers, form, path, ({ email }) => isOneOf(form, 'email', email)),
  ),
  get('/v1/customers/:id', ({ context: { scope }, id }) => scope.customers.get(id)),
  get('/v1/customers/:id/payment_methods', ({ context: { scope }, form, id, path }) =>
    listPage(scope.methods, form, path, ({ customer }) => customer === id),
  ),
];

export const methodRoutes: readonly Route[] = [
  post('/v1/payment_methods', ({ context, form }) => {
    const card = groupOf(form, 'card');
    const billing = groupOf(form, 'billing_details');
    return makeMethod(context, mustText(card, 'number').replaceAll(' ', ''), {
      expMonth: intOf(card, 'exp_month') ?? 12,
      expYear: intOf(card, 'exp_year') ?? 2050,
      name: textOf(billing, 'name') ?? null,
      email: textOf(billing, 'email') ?? null,
    });
  }),
  get('/v1/payment_methods', ({ context: { scope }, form, path }) =>
    listPage(scope.methods, form, path, ({ customer }) => isOneOf(form, 'customer', customer)),
  ),
  get('/v1/payment_methods/:id', ({ context: { scope }, id }) => scope.methods.get(id)),
  post('/v1/payment_methods/:id', ({ context, form, id }) => {
    const { scope } = context;
    const before = scope.methods.get(id);
    const card = groupOf(form, 'card');
    const { card: shown } = before;
    const updated = scope.methods.change(id, {
      metadata: metadataOf(form, before.metadata ?? {}),
      ...(shown && {
        card: {
          ...shown,
          exp_month: intOf(card, 'exp_month') ?? shown.exp_month,
          exp_year: intOf(card, 'exp_year') ?? shown.exp_year,
        },
      }),
    });
    emitFrom(context, 'payment_method.updated', updated);
    return updated;
  }),
  post('/v1/payment_methods/:id/attach', ({ context, form, id }) => {
    const { scope } = context;
    const method = findMethod(context, id);
    const { id: customer } = scope.customers.get(mustText(form, 'customer'));
    const declines = scope.cards.get(method.id)?.declines;
    if (declines) throw invalid(`Your card was declined: ${declines.code}.`, declines);
    const attached = scope.methods.change(method.id, { customer });
    emitFrom(context, 'payment_method.attached', attached);
    return attached;
  }),
  post('/v1/payment_methods/:id/detach', ({ context, id }) => {
    const { scope } = context;
    if (scope.methods.get(id).customer === null)
      throw invalid('The payment method you provided is not attached to a customer.');
    const detached = scope.methods.change(id, { customer: null });
    scope.detached.add(id);
    emitFrom(context, 'payment_method.detached', detached);
    return detached;
  }),
];

/** A payment method by id, or a new one by a test mode name such as `pm_card_visa`. */
export function findMethod(context: Context, id: string) {
  const number = namedMethods[id];
  const { methods, detached } = context.scope;
  if (detached.has(id))
    throw invalid(
      'The provided PaymentMethod was detached from a Customer. It may not be used again.',
    );
  if (number === undefined) return methods.get(id);
  return makeMethod(context, number, { expMonth: 12, expYear: 2050, name: null, email: null });
}

function makeMethod(
  { world, scope }: Context,
  number: string,
  rest: Omit<Parameters<typeof buildMethod>[1], 'rule'>,
) {
  const rule = ruleOf(number);
  const method = scope.methods.insert(buildMethod(world.clock.seconds(), { ...rest, rule }));
  scope.cards.set(method.id, rule);
  return method;
}

/** Whether a value passes an optional filter. */
export function isOneOf(form: Form, name: string, value: unknown): boolean {
  const wanted = textOf(form, name);
  return wanted === undefined || wanted === value;
}
