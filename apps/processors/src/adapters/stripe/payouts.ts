import type Stripe from 'stripe';
import type { TransferState, Unknown } from '../../contract/model.ts';
import type { PayoutOrder, TransferName } from '../../contract/processor.ts';
import { callFor, KEY_IS_USED, Refusal, type StripeCalls, wasReplayed } from './client.ts';
import { createdSince, firstOf, PAGE } from './look-up.ts';
import { marksOf } from './states.ts';

/**
 * Pays out to the merchant's bank account at Stripe. A refusal counts as failed, usually because
 * the balance is not available yet.
 */
export async function payOut(calls: StripeCalls, order: PayoutOrder): Promise<TransferState> {
  const { id, merchant, amount, currency } = order;
  const { stripe, send } = calls;
  const name = { id, merchant, chargeReference: null, reference: null };
  try {
    const made = await send(
      stripe.payouts.create(
        {
          amount: Number(amount),
          currency: currency.toLowerCase(),
          metadata: marksOf(id, 'payout'),
        },
        callFor(merchant, id),
      ),
    );
    return wasReplayed(made)
      ? await mustFind(calls, { ...name, reference: made.id })
      : toState(made);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === KEY_IS_USED) return mustFind(calls, name);
    return { status: 'failed', reference: null, reason: error.code };
  }
}

/** Finds a payout by its Stripe id, or by our id among later payouts. */
export async function findPayout(
  calls: StripeCalls,
  { id, merchant, reference }: TransferName,
): Promise<TransferState | Unknown> {
  const { stripe, send } = calls;
  const call = callFor(merchant);
  if (reference !== null) return toState(await send(stripe.payouts.retrieve(reference, {}, call)));
  const listed = stripe.payouts.list({ created: createdSince(id), limit: PAGE }, call);
  const found = await send(firstOf(listed, id));
  return found ? toState(found) : { status: 'unknown' };
}

async function mustFind(calls: StripeCalls, name: TransferName): Promise<TransferState> {
  const state = await findPayout(calls, name);
  if (state.status === 'unknown')
    throw new Error('Stripe does not return a payout that it must have');
  return state;
}

function toState({ id: reference, status, failure_code }: Stripe.Payout): TransferState {
  switch (status) {
    case 'paid':
      return { status: 'succeeded', reference };
    case 'failed':
    case 'canceled':
      return { status: 'failed', reference, reason: failure_code ?? 'canceled' };
    default:
      return { status: 'pending', reference };
  }
}
