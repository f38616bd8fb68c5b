import type { Scope, World } from '../world.ts';
import type { Books, PaymentBook, PayoutBook, RefundBook, Totals } from './model.ts';

/** The key that created each object, and the requests sent under each key. */
export interface Keys {
  readonly madeBy: ReadonlyMap<string, string>;
  readonly counts: ReadonlyMap<string, { readonly sent: number; readonly done: number }>;
}

export function writeBooks(world: World, keys: Keys): Omit<Books, 'webhooks'> {
  const scopes = [...world.scopes.values()];
  const payments = scopes.flatMap((scope) => paymentsOf(scope, keys));
  const refunds = scopes.flatMap((scope) => refundsOf(scope, keys));
  const payouts = scopes.flatMap((scope) => payoutsOf(scope, keys));
  const fees = scopes.flatMap(({ movements }) => movements.all());
  const currencies = new Set([...payments, ...payouts].map(({ currency }) => currency));
  const totals: Record<string, Totals> = {};
  for (const currency of currencies) {
    const paid = payments.filter((payment) => payment.currency === currency);
    const isGone = ({ status }: PayoutBook) => status !== 'failed' && status !== 'canceled';
    totals[currency] = {
      captured: sum(paid.map(({ captured }) => captured)),
      refunded: sum(paid.map(({ refunded }) => refunded)),
      disputed: sum(paid.map(({ disputed }) => disputed)),
      paid_out: sum(
        payouts.filter((it) => it.currency === currency && isGone(it)).map(({ amount }) => amount),
      ),
      fees: sum(fees.filter((line) => line.currency === currency).map(({ fee }) => fee)),
    };
  }
  return { payments, refunds, payouts, totals, keys: Object.fromEntries(keys.counts) };
}

function paymentsOf(scope: Scope, { madeBy }: Keys): PaymentBook[] {
  const charges = Map.groupBy(scope.charges.all(), ({ payment_intent }) => String(payment_intent));
  const disputes = Map.groupBy(scope.disputes.all(), ({ payment_intent }) =>
    String(payment_intent),
  );
  return scope.paymentIntents.all().map((intent) => {
    const taken = (charges.get(intent.id) ?? []).filter(
      ({ amount_captured }) => amount_captured > 0,
    );
    const moved = (disputes.get(intent.id) ?? []).flatMap((it) => it.balance_transactions);
    return {
      account: scope.account,
      payment_intent: intent.id,
      idempotency_key: madeBy.get(intent.id) ?? null,
      metadata: intent.metadata,
      currency: intent.currency,
      status: intent.status,
      captured: sum(taken.map(({ amount_captured }) => amount_captured)),
      reserved: intent.amount_capturable,
      refunded: sum(taken.map(({ amount_refunded }) => amount_refunded)),
      disputed: -sum(moved.map(({ amount }) => amount)),
      charges: taken.length,
    };
  });
}

function refundsOf(scope: Scope, { madeBy }: Keys): RefundBook[] {
  return scope.refunds.all().map((refund) => ({
    account: scope.account,
    refund: refund.id,
    payment_intent: typeof refund.payment_intent === 'string' ? refund.payment_intent : null,
    idempotency_key: madeBy.get(refund.id) ?? null,
    metadata: refund.metadata ?? {},
    currency: refund.currency,
    amount: refund.amount,
    status: refund.status,
  }));
}

function payoutsOf(scope: Scope, { madeBy }: Keys): PayoutBook[] {
  return scope.payouts.all().map(({ id, currency, amount, status, metadata }) => ({
    account: scope.account,
    payout: id,
    idempotency_key: madeBy.get(id) ?? null,
    metadata: metadata ?? {},
    ...{ currency, amount, status },
  }));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
