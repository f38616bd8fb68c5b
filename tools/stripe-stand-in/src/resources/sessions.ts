import { invalid } from '../failure.ts';
import { type Form, groupOf, intOf, listOf, metadataOf, mustText, textOf } from '../form.ts';
import { buildSetupIntent } from '../objects/intents.ts';
import { buildSession, OPEN_S } from '../objects/sessions.ts';
import { expire } from '../operations/sessions.ts';
import { listPage } from '../tables.ts';
import type { Context } from '../world.ts';
import { isOneOf } from './customers.ts';
import { get, post, type Route } from './route.ts';

const OPEN_S_MIN = 1_800;

export const sessionRoutes: readonly Route[] = [
  post('/v1/checkout/sessions', ({ context, form }) => create(context, form)),
  get('/v1/checkout/sessions', ({ context: { scope }, form, path }) =>
    listPage(
      scope.sessions,
      form,
      path,
      ({ payment_intent, customer, status }) =>
        isOneOf(form, 'payment_intent', payment_intent) &&
        isOneOf(form, 'customer', customer) &&
        isOneOf(form, 'status', status),
    ),
  ),
  get('/v1/checkout/sessions/:id', ({ context: { scope }, id }) => scope.sessions.get(id)),
  post('/v1/checkout/sessions/:id/expire', ({ context, id }) =>
    expire(context, context.scope.sessions.get(id)),
  ),
];

function create(context: Context, form: Form) {
  const { world, scope } = context;
  const mode = mustText(form, 'mode');
  if (mode !== 'payment' && mode !== 'setup')
    throw invalid('Only the modes payment and setup are played here.', { param: 'mode' });
  const created = world.clock.seconds();
  const customer = textOf(form, 'customer') ?? null;
  if (customer !== null) scope.customers.get(customer);
  const { amount, currency } =
    mode === 'payment' ? totalOf(form) : { amount: null, currency: textOf(form, 'currency') };
  const setup =
    mode === 'payment'
      ? null
      : scope.setupIntents.insert(
          buildSetupIntent(created, {
            customer,
            description: null,
            metadata: metadataOf(groupOf(form, 'setup_intent_data')),
            payment_method: null,
            usage: 'off_session',
          }),
        );
  const session = scope.sessions.insert(
    buildSession(created, world.baseUrl(), {
      amount_total: amount,
      cancel_url: textOf(form, 'cancel_url') ?? null,
      client_reference_id: textOf(form, 'client_reference_id') ?? null,
      currency: currency?.toLowerCase() ?? null,
      customer,
      customer_email: textOf(form, 'customer_email') ?? null,
      expires_at: endOf(form, created),
      metadata: metadataOf(form),
      mode,
      setup_intent: setup?.id ?? null,
      success_url: mustText(form, 'success_url'),
      submitText: textOf(groupOf(groupOf(form, 'custom_text'), 'submit'), 'message') ?? null,
    }),
  );
  const data = groupOf(form, 'payment_intent_data');
  const usage = textOf(data, 'setup_future_usage');
  scope.pageOrders.set(session.id, {
    captureMethod: textOf(data, 'capture_method') === 'manual' ? 'manual' : 'automatic',
    description: textOf(data, 'description') ?? null,
    metadata: metadataOf(data),
    setupFutureUsage: usage === 'off_session' || usage === 'on_session' ? usage : null,
    createsCustomer: textOf(form, 'customer_creation') === 'always' || usage !== undefined,
  });
  world.clock.after((session.expires_at - created) * 1_000, () => {
    const now = scope.sessions.get(session.id);
    if (now.status === 'open') expire({ ...context, idempotencyKey: null }, now);
  });
  return session;
}

function totalOf(form: Form): { readonly amount: number; readonly currency: string } {
  let [amount, currency] = [0, ''];
  for (const item of listOf(form, 'line_items')) {
    if (typeof item !== 'object' || Array.isArray(item)) continue;
    const price = groupOf(item, 'price_data');
    currency = mustText(price, 'currency');
    mustText(groupOf(price, 'product_data'), 'name');
    amount += (intOf(price, 'unit_amount') ?? 0) * (intOf(item, 'quantity') ?? 1);
  }
  if (currency === '')
    throw invalid('Missing required param: line_items.', { param: 'line_items' });
  // Stripe's minimum is about half a dollar.
  if (amount < 50)
    throw invalid('The total amount due must add up to at least $0.50 usd', {
      code: 'amount_too_small',
    });
  return { amount, currency };
}

function endOf(form: Form, created: number): number {
  const asked = intOf(form, 'expires_at');
  if (asked === undefined) return created + OPEN_S;
  if (asked < created + OPEN_S_MIN || asked > created + OPEN_S)
    throw invalid('The expires_at timestamp must be between 30 minutes and 24 hours from now.', {
      param: 'expires_at',
    });
  return asked;
}
