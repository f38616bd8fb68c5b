import { ruleOf } from '../cards.ts';
import { invalid } from '../failure.ts';
import { endDispute, openDispute } from '../operations/disputes.ts';
import { failPayout, payOutAll } from '../operations/payouts.ts';
import { failRefund } from '../operations/refunds.ts';
import type { Webhooks } from '../webhooks.ts';
import { makeScope, type Scope, scopeOf, type World } from '../world.ts';
import { type Faults, faultKinds } from './faults.ts';
import type { Control } from './model.ts';

export interface ControlDeps {
  readonly world: World;
  readonly faults: Faults;
  readonly webhooks: Webhooks;
}

/** Runs a control command of a test; returns the changed object, if any. */
export function control(deps: ControlDeps, order: Control): object {
  const { world, faults, webhooks } = deps;
  const scope = scopeOf(world, 'account' in order ? order.account : undefined);
  switch (order.do) {
    case 'fail':
      if (!faultKinds.includes(order.kind)) throw invalid(`there is no fault ${order.kind}`);
      faults.add(order);
      return {};
    case 'decline':
      world.declines.push(...Array.from({ length: order.times ?? 1 }, () => order.code));
      return {};
    case 'down':
      faults.goDown(order.ms);
      return {};
    case 'webhooks':
      webhooks.misbehave(order);
      return {};
    case 'send_webhooks': {
      const { url, secret } = order;
      if (new URL(url).hostname !== '127.0.0.1') throw invalid('events are sent to 127.0.0.1 only');
      webhooks.sendTo({ url, secret });
      return {};
    }
    case 'open_dispute': {
      const { latest_charge: charge } = scope.paymentIntents.get(order.payment_intent);
      return openDispute(world, scope, String(charge));
    }
    case 'end_dispute':
      return endDispute(world, scope, order.dispute, order.as);
    case 'fail_refund':
      return failRefund(world, scope, order.refund, order.reason);
    case 'fail_payout':
      return failPayout(world, scope, order.payout, order.code);
    case 'pay_out': {
      const context = { world, scope, requestId: 'req_control', idempotencyKey: null };
      return payOutAll(context, order.currency) ?? {};
    }
    case 'update_card':
      return updateCard(world, scope, order);
    case 'connect': {
      const { connected } = order;
      if (!world.scopes.has(connected))
        world.scopes.set(connected, makeScope(connected, true, world.clock.seconds()));
      return {};
    }
    case 'advance_clock':
      world.clock.advance(order.ms);
      return { now: world.clock.seconds() };
    case 'behave':
      faults.clear();
      webhooks.clear();
      world.declines.length = 0;
      return {};
    default:
      order satisfies never;
      throw invalid('there is no such order');
  }
}

function updateCard(
  world: World,
  scope: Scope,
  order: Control & { readonly do: 'update_card' },
): object {
  const { card } = scope.methods.get(order.payment_method);
  if (!card) throw invalid('this payment method is no card');
  const updated = scope.methods.change(order.payment_method, {
    card: {
      ...card,
      exp_month: order.exp_month ?? card.exp_month,
      exp_year: order.exp_year ?? card.exp_year,
      last4: order.last4 ?? card.last4,
    },
  });
  // A card with another number is a new, valid card.
  if (order.last4 !== undefined) scope.cards.set(updated.id, ruleOf('4242424242424242'));
  world.emit(scope, 'payment_method.automatically_updated', updated);
  return updated;
}
