import type Stripe from 'stripe';
import type { TransferState, Unknown } from '../../contract/model.ts';
import type { RefundOrder, TransferName } from '../../contract/processor.ts';
import { callFor, KEY_IS_USED, Refusal, type StripeCalls, wasReplayed } from './client.ts';
import { firstOf, PAGE } from './look-up.ts';
import { marksOf } from './states.ts';

/** Maximum length of a metadata value at Stripe. */
const REASON_MAX = 500;

/** Refunds a charge. A refusal counts as failed, since no money has moved. */
export async function refund(calls: StripeCalls, order: RefundOrder): Promise<TransferState> {
  const { id, merchant, chargeReference, amount, reason } = order;
  const { stripe, send } = calls;
  const name = { id, merchant, chargeReference, reference: null };
  try {
    const made = await send(
      stripe.refunds.create(
        {
          payment_intent: chargeReference,
          amount: Number(amount),
          metadata: {
            ...marksOf(id, 'refund'),
            ...(reason !== null && { reason: reason.slice(0, REASON_MAX) }),
          },
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

/** Finds a refund by its Stripe id, or by our id among the refunds of its charge. */
export async function findRefund(
  calls: StripeCalls,
  { id, merchant, chargeReference, reference }: TransferName,
): Promise<TransferState | Unknown> {
  const { stripe, send } = calls;
  const call = callFor(merchant);
  if (reference !== null) return toState(await send(stripe.refunds.retrieve(reference, {}, call)));
  if (chargeReference === null) return { status: 'unknown' };
  const listed = stripe.refunds.list({ payment_intent: chargeReference, limit: PAGE }, call);
  const found = await send(firstOf(listed, id));
  return found ? toState(found) : { status: 'unknown' };
}

async function mustFind(calls: StripeCalls, name: TransferName): Promise<TransferState> {
  const state = await findRefund(calls, name);
  if (state.status === 'unknown')
    throw new Error('Stripe does not return a refund that it must have');
  return state;
}

function toState({ id: reference, status, failure_reason }: Stripe.Refund): TransferState {
  if (status === 'succeeded') return { status, reference };
  const hasFailed = status === 'failed' || status === 'canceled';
  return hasFailed
    ? { status: 'failed', reference, reason: failure_reason ?? 'canceled' }
    : { status: 'pending', reference };
}
