import { declined, invalid } from '../failure.ts';
import { metadataOf, textOf } from '../form.ts';
import { buildSetupIntent } from '../objects/intents.ts';
import { listPage } from '../tables.ts';
import { emitFrom } from '../world.ts';
import { findMethod, isOneOf } from './customers.ts';
import { get, post, type Route } from './route.ts';

export const setupIntentRoutes: readonly Route[] = [
  post('/v1/setup_intents', ({ context, form }) => {
    const { world, scope } = context;
    const method = textOf(form, 'payment_method');
    const customer = textOf(form, 'customer') ?? null;
    if (customer !== null) scope.customers.get(customer);
    return scope.setupIntents.insert(
      buildSetupIntent(world.clock.seconds(), {
        customer,
        description: textOf(form, 'description') ?? null,
        metadata: metadataOf(form),
        payment_method: method === undefined ? null : findMethod(context, method).id,
        usage: textOf(form, 'usage') ?? 'off_session',
      }),
    );
  }),
  get('/v1/setup_intents', ({ context: { scope }, form, path }) =>
    listPage(scope.setupIntents, form, path, ({ customer }) => isOneOf(form, 'customer', customer)),
  ),
  get('/v1/setup_intents/:id', ({ context: { scope }, id }) => scope.setupIntents.get(id)),
  post('/v1/setup_intents/:id/confirm', ({ context, form, id }) => {
    const { scope } = context;
    const intent = scope.setupIntents.get(id);
    const name = textOf(form, 'payment_method') ?? intent.payment_method;
    if (typeof name !== 'string' || intent.status === 'succeeded')
      throw invalid('This SetupIntent cannot be confirmed.', {
        code: 'setup_intent_unexpected_state',
        setup_intent: intent,
      });
    const method = findMethod(context, name);
    const declines = scope.cards.get(method.id)?.declines;
    if (declines)
      throw declined({
        code: declines.code,
        ...(declines.declineCode !== null && { decline_code: declines.declineCode }),
        setup_intent: intent,
      });
    if (typeof intent.customer === 'string')
      scope.methods.change(method.id, { customer: intent.customer });
    const saved = scope.setupIntents.change(id, { status: 'succeeded', payment_method: method.id });
    emitFrom(context, 'setup_intent.succeeded', saved);
    return saved;
  }),
];
