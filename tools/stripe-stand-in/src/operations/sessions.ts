import type { Stripe } from 'stripe';
import { invalid } from '../failure.ts';
import { buildPaymentIntent } from '../objects/intents.ts';
import { buildCustomer, buildMethod, type TypedCard } from '../objects/methods.ts';
import type { PageOrder } from '../objects/sessions.ts';
import { type Context, emitFrom, type Scope, type World } from '../world.ts';
import { tryToPay } from './pay.ts';

type Session = Stripe.Checkout.Session;

/** The customer's next page. */
export type Next =
  | { readonly kind: 'done' }
  | { readonly kind: 'ask'; readonly intent: string }
  | { readonly kind: 'declined'; readonly code: string };

/** A customer submits a card on a page. */
export function submitCard(
  context: Context,
  session: Session,
  order: PageOrder,
  card: TypedCard,
): Next {
  mustBeOpen(session);
  const { world, scope } = context;
  const method = scope.methods.insert(buildMethod(world.clock.seconds(), card));
  scope.cards.set(method.id, card.rule);
  if (session.mode === 'setup') return saveCard(context, session, method, card);
  const intent = intentOf(context, session, order);
  const trial = { ...context, offSession: false, agreed: false };
  return follow(context, session.id, tryToPay(trial, intent.id, method));
}

/** A customer answers their bank's check. */
export function answerBank(context: Context, session: Session, isAgreed: boolean): Next {
  mustBeOpen(session);
  const { scope } = context;
  const intent = scope.paymentIntents.get(String(session.payment_intent));
  const method = scope.methods.get(String(intent.payment_method));
  const trial = { ...context, offSession: false, agreed: true };
  if (isAgreed) return follow(context, session.id, tryToPay(trial, intent.id, method));
  const code = 'payment_intent_authentication_failure';
  const failed = scope.paymentIntents.change(intent.id, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: {
      type: 'card_error',
      code,
      message: 'The provided card was not agreed to.',
    },
  });
  emitFrom(context, 'payment_intent.payment_failed', failed);
  return { kind: 'declined', code };
}

function follow(context: Context, sessionId: string, intent: Stripe.PaymentIntent): Next {
  if (intent.status === 'requires_action') return { kind: 'ask', intent: intent.id };
  const error = intent.last_payment_error;
  if (error) return { kind: 'declined', code: error.decline_code ?? error.code ?? 'card_declined' };
  const isPaid = intent.status === 'succeeded';
  complete(context, sessionId, isPaid ? 'paid' : 'unpaid');
  return { kind: 'done' };
}

function saveCard(
  context: Context,
  session: Session,
  method: Stripe.PaymentMethod,
  { rule }: TypedCard,
): Next {
  const { scope } = context;
  if (rule.declines) return { kind: 'declined', code: rule.declines.code };
  const { customer } = session;
  if (typeof customer === 'string') scope.methods.change(method.id, { customer });
  const changed = scope.setupIntents.change(String(session.setup_intent), {
    status: 'succeeded',
    payment_method: method.id,
  });
  emitFrom(context, 'setup_intent.succeeded', changed);
  complete(context, session.id, 'no_payment_required');
  return { kind: 'done' };
}

/** Stripe creates the intent of a page only when a customer pays there. */
function intentOf({ world, scope }: Context, session: Session, order: PageOrder) {
  if (typeof session.payment_intent === 'string')
    return scope.paymentIntents.get(session.payment_intent);
  const created = world.clock.seconds();
  const customer =
    session.customer ?? (order.createsCustomer ? newCustomer(world, scope, session) : null);
  const intent = scope.paymentIntents.insert(
    buildPaymentIntent(created, {
      amount: session.amount_total ?? 0,
      currency: session.currency ?? 'usd',
      capture_method: order.captureMethod,
      customer,
      description: order.description,
      metadata: order.metadata,
      payment_method: null,
      receipt_email: null,
      setup_future_usage: order.setupFutureUsage,
    }),
  );
  scope.sessions.change(session.id, { payment_intent: intent.id, customer });
  return intent;
}

function newCustomer({ clock }: World, scope: Scope, { customer_email: email }: Session): string {
  const given = { email, name: null, description: null, metadata: {} };
  return scope.customers.insert(buildCustomer(clock.seconds(), given)).id;
}

function complete(context: Context, id: string, payment_status: Session['payment_status']): void {
  const done = context.scope.sessions.change(id, { status: 'complete', payment_status, url: null });
  emitFrom(context, 'checkout.session.completed', done);
}

/** Expires a page: it accepts no payment any more. */
export function expire(context: Context, session: Session): Session {
  mustBeOpen(session);
  const { scope } = context;
  if (typeof session.payment_intent === 'string') {
    const canceled = scope.paymentIntents.change(session.payment_intent, {
      status: 'canceled',
      cancellation_reason: 'expired',
      next_action: null,
    });
    emitFrom(context, 'payment_intent.canceled', canceled);
  }
  const expired = scope.sessions.change(session.id, { status: 'expired', url: null });
  emitFrom(context, 'checkout.session.expired', expired);
  return expired;
}

function mustBeOpen({ status }: Session): void {
  if (status === 'open') return;
  throw invalid(`Only Checkout Sessions with a status in ["open"] can be used; it is ${status}.`);
}
