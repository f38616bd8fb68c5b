import { parseCurrency } from '@florin/money';
import type Stripe from 'stripe';
import type { Merchant, SettlementLine, SettlementPage } from '../../contract/model.ts';
import { callFor, type StripeCalls } from './client.ts';
import { PAGE } from './look-up.ts';
import { idOf, objectOf, withSource } from './states.ts';

/** History of the first read; earlier settlements predate Florin. */
const HISTORY_MS = 30 * 86_400_000;
const HISTORY_LINES_MAX = 10_000;

type Movement = Stripe.BalanceTransaction;

/** Reads balance transactions after the last known one. */
export async function listSettlements(
  { stripe, send }: StripeCalls,
  merchant: Pick<Merchant, 'reference'>,
  cursor: string | null,
): Promise<SettlementPage> {
  const call = callFor(merchant);
  const list = (params: Stripe.BalanceTransactionListParams) =>
    stripe.balanceTransactions.list({ limit: PAGE, expand: withSource, ...params }, call);
  if (cursor === null) {
    const created = { gte: Math.floor((Date.now() - HISTORY_MS) / 1_000) };
    const newest = await send(list({ created }).autoPagingToArray({ limit: HISTORY_LINES_MAX }));
    return toPage(newest, null, false);
  }
  // Lists are newest first, and `ending_before` returns the page next to the cursor.
  const { data, has_more } = await send(list({ ending_before: cursor }));
  return toPage(data, cursor, has_more);
}

function toPage(
  newestFirst: readonly Movement[],
  before: string | null,
  hasMore: boolean,
): SettlementPage {
  const lines = newestFirst.flatMap(toLine).reverse();
  return { lines, cursor: newestFirst[0]?.id ?? before, hasMore };
}

function toLine(movement: Movement): readonly SettlementLine[] {
  const currency = parseCurrency(movement.currency.toUpperCase());
  if (!currency) throw new Error(`Stripe settles in ${movement.currency}`);
  const kind = kindOf(movement);
  const isFee = kind === 'fee';
  return [
    {
      reference: movement.id,
      kind,
      about: subjectOf(movement),
      gross: isFee ? 0n : BigInt(movement.amount),
      fee: isFee ? BigInt(-movement.net) : BigInt(movement.fee),
      currency,
      at: movement.created * 1_000,
      payoutReference: null,
    },
  ];
}

const kinds: Readonly<Partial<Record<string, SettlementLine['kind']>>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  payout: 'payout',
  payout_cancel: 'payout',
  payout_failure: 'payout',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  application_fee: 'fee',
  tax_fee: 'fee',
};

function kindOf({ type, reporting_category }: Movement): SettlementLine['kind'] {
  return reporting_category.startsWith('dispute') ? 'dispute' : (kinds[type] ?? 'adjustment');
}

/** A charge is identified by its payment, everything else by its own id. */
function subjectOf({ source }: Movement): string | null {
  const shown = objectOf(source);
  if (shown?.object === 'charge') return idOf(shown.payment_intent) ?? shown.id;
  return idOf(source);
}
