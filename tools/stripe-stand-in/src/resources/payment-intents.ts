import type { Stripe } from 'stripe';
import { declined, invalid } from '../failure.ts';
import { type Form, flagOf, intOf, metadataOf, mustText, textOf } from '../form.ts';
import { buildPaymentIntent } from '../objects/intents.ts';
import { capture, tryToPay } from '../operations/pay.ts';
import { listPage } from '../tables.ts';
import { type Context, emitFrom } from '../world.ts';
import { findMethod, isOneOf } from './customers.ts';
import { get, post, type Route } from './route.ts';

const AMOUNT_MAX = 99_999_999;

export const paymentIntentRoutes: readonly Route[] = [
  post('/v1/payment_intents', ({ context, form }) => {
    const { world, scope } = context;
    const method = textOf(form, 'payment_method');
    const customer = textOf(form, 'customer');
    if (customer !== undefined) scope.customers.get(customer);
    const found = method === undefined ? null : findMethod(context, method);
    if (found && customer === undefined && found.customer !== null)
      throw invalid('The payment method belongs to a customer: name them.', { param: 'customer' });
    if (found && found.customer !== null && found.customer !== customer)
      throw invalid('The payment method belongs to another customer.', { param: 'customer' });
    const intent = scope.paymentIntents.insert(
      buildPaymentIntent(world.clock.seconds(), {
        amount: amountOf(form),
        currency: mustText(form, 'currency').toLowerCase(),
        capture_method: textOf(form, 'capture_method') ?? 'automatic',
        customer: customer ?? null,
        description: textOf(form, 'description') ?? null,
        metadata: metadataOf(form),
        payment_method: found?.id ?? null,
        receipt_email: textOf(form, 'receipt_email') ?? null,
        setup_future_usage: textOf(form, 'setup_future_usage') ?? null,
      }),
    );
    emitFrom(context, 'payment_intent.created', intent);
    return flagOf(form, 'confirm') ? confirm(context, intent, form) : intent;
  }),
  get('/v1/payment_intents', ({ context: { scope }, form, path }) =>
    listPage(scope.paymentIntents, form, path, ({ customer }) =>
      isOneOf(form, 'customer', customer),
    ),
  ),
  get('/v1/payment_intents/:id', ({ context: { scope }, id }) => scope.paymentIntents.get(id)),
  post('/v1/payment_intents/:id/confirm', ({ context, form, id }) => {
    const { scope } = context;
    const before = mustBe(scope.paymentIntents.get(id), [
      'requires_confirmation',
      'requires_payment_method',
    ]);
    const method = textOf(form, 'payment_method');
    const intent =
      method === undefined
        ? before
        : scope.paymentIntents.change(id, { payment_method: findMethod(context, method).id });
    return confirm(context, intent, form);
  }),
  post('/v1/payment_intents/:id/capture', ({ context, form, id }) => {
    const intent = mustBe(context.scope.paymentIntents.get(id), ['requires_capture']);
    const amount = intOf(form, 'amount_to_capture') ?? intent.amount_capturable;
    if (amount < 1 || amount > intent.amount_capturable)
      throw invalid('The amount to capture is more than what is reserved.', {
        code: 'amount_too_large',
        param: 'amount_to_capture',
      });
    return capture({ ...context, offSession: true, agreed: true }, intent, amount);
  }),
  post('/v1/payment_intents/:id/cancel', ({ context, form, id }) => {
    const { scope, world } = context;
    const before = mustBe(scope.paymentIntents.get(id), [
      'requires_payment_method',
      'requires_confirmation',
      'requires_action',
      'requires_capture',
    ]);
    const canceled = scope.paymentIntents.change(before.id, {
      status: 'canceled',
      amount_capturable: 0,
      canceled_at: world.clock.seconds(),
      cancellation_reason: textOf(form, 'cancellation_reason') ?? null,
      next_action: null,
    });
    emitFrom(context, 'payment_intent.canceled', canceled);
    return canceled;
  }),
];

/** @throws StripeFailure when the payment fails, which Stripe answers with 402 */
function confirm(context: Context, intent: Stripe.PaymentIntent, form: Form) {
  if (typeof intent.payment_method !== 'string')
    throw invalid('You cannot confirm this PaymentIntent because it has no payment method.', {
      code: 'payment_intent_unexpected_state',
    });
  const method = context.scope.methods.get(intent.payment_method);
  const trial = { ...context, offSession: flagOf(form, 'off_session'), agreed: false };
  const tried = tryToPay(trial, intent.id, method);
  const error = tried.last_payment_error;
  if (!error) return tried;
  throw declined({
    code: error.code ?? 'card_declined',
    ...(error.decline_code !== undefined && { decline_code: error.decline_code }),
    ...(error.charge !== undefined && { charge: error.charge }),
    payment_intent: tried,
    payment_method: method,
  });
}

function amountOf(form: Form): number {
  const amount = intOf(form, 'amount') ?? 0;
  if (amount < 1)
    throw invalid('Invalid positive integer', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  if (amount > AMOUNT_MAX)
    throw invalid('Amount must be no more than 999,999.99', {
      code: 'amount_too_large',
      param: 'amount',
    });
  return amount;
}

function mustBe(
  intent: Stripe.PaymentIntent,
  statuses: readonly Stripe.PaymentIntent.Status[],
): Stripe.PaymentIntent {
  if (statuses.includes(intent.status)) return intent;
  throw invalid(`This PaymentIntent has a status of ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  });
}
