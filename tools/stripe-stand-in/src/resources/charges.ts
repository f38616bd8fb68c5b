import type { Stripe } from 'stripe';
import { invalid } from '../failure.ts';
import { type Form, flagOf, groupOf, intOf, metadataOf, textOf } from '../form.ts';
import { endDispute, submitEvidence } from '../operations/disputes.ts';
import { refund } from '../operations/refunds.ts';
import { listPage } from '../tables.ts';
import type { Scope } from '../world.ts';
import { isOneOf } from './customers.ts';
import { get, post, type Route } from './route.ts';

export const chargeRoutes: readonly Route[] = [
  get('/v1/charges', ({ context: { scope }, form, path }) =>
    listPage(scope.charges, form, path, ({ payment_intent }) =>
      isOneOf(form, 'payment_intent', payment_intent),
    ),
  ),
  get('/v1/charges/:id', ({ context: { scope }, id }) => scope.charges.get(id)),
];

export const refundRoutes: readonly Route[] = [
  post('/v1/refunds', ({ context, form }) => {
    const reason = textOf(form, 'reason') ?? null;
    if (reason !== null && !reasons.includes(reason))
      throw invalid(`Invalid reason: must be one of ${reasons.join(', ')}`, { param: 'reason' });
    return refund(context, chargeOf(context.scope, form), {
      amount: intOf(form, 'amount'),
      metadata: metadataOf(form),
      reason,
    });
  }),
  get('/v1/refunds', ({ context: { scope }, form, path }) =>
    listPage(
      scope.refunds,
      form,
      path,
      ({ payment_intent, charge }) =>
        isOneOf(form, 'payment_intent', payment_intent) && isOneOf(form, 'charge', charge),
    ),
  ),
  get('/v1/refunds/:id', ({ context: { scope }, id }) => scope.refunds.get(id)),
];

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'];

export const disputeRoutes: readonly Route[] = [
  get('/v1/disputes', ({ context: { scope }, form, path }) =>
    listPage(
      scope.disputes,
      form,
      path,
      ({ payment_intent, charge }) =>
        isOneOf(form, 'payment_intent', payment_intent) && isOneOf(form, 'charge', charge),
    ),
  ),
  get('/v1/disputes/:id', ({ context: { scope }, id }) => scope.disputes.get(id)),
  post('/v1/disputes/:id', ({ context: { world, scope }, form, id }) =>
    submitEvidence(
      world,
      scope,
      id,
      groupOf(form, 'evidence') as Partial<Stripe.Dispute.Evidence>,
      flagOf(form, 'submit'),
    ),
  ),
  post('/v1/disputes/:id/close', ({ context: { world, scope }, id }) =>
    endDispute(world, scope, id, 'lost'),
  ),
];

/** The charge of a refund, named directly or by its intent. */
function chargeOf(scope: Scope, form: Form): Stripe.Charge {
  const id = textOf(form, 'charge');
  if (id !== undefined) return scope.charges.get(id);
  const intentId = textOf(form, 'payment_intent');
  if (intentId === undefined)
    throw invalid('One of the following params should be provided: payment_intent, charge.');
  const { latest_charge, status } = scope.paymentIntents.get(intentId);
  if (status !== 'succeeded' || typeof latest_charge !== 'string')
    throw invalid('This PaymentIntent does not have a successful charge to refund.', {
      code: 'payment_intent_unexpected_state',
    });
  return scope.charges.get(latest_charge);
}
