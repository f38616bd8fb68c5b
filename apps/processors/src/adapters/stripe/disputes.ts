import type { Uuid } from '@florin/contracts';
import { parseCurrency } from '@florin/money';
import type Stripe from 'stripe';
import type { DisputeState, Evidence, Merchant } from '../../contract/model.ts';
import { callFor, Refusal, type StripeCalls } from './client.ts';
import { idOf } from './states.ts';

export async function findDispute(
  { stripe, send }: StripeCalls,
  reference: string,
  merchant: Merchant,
): Promise<DisputeState> {
  return toState(await send(stripe.disputes.retrieve(reference, {}, callFor(merchant))));
}

/** Submits evidence, which Stripe accepts once. If it no longer does, the state says so. */
export async function answerDispute(
  calls: StripeCalls,
  reference: string,
  merchant: Merchant,
  evidence: Evidence,
  id: Uuid,
): Promise<DisputeState> {
  const { stripe, send } = calls;
  try {
    await send(
      stripe.disputes.update(
        reference,
        { evidence: toParams(evidence), submit: true },
        callFor(merchant, id),
      ),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return findDispute(calls, reference, merchant);
}

function toParams(evidence: Evidence): Stripe.DisputeUpdateParams.Evidence {
  const { text, customerName, customerEmail, serviceDate, trackingNumber } = evidence;
  return {
    uncategorized_text: text,
    ...(customerName !== null && { customer_name: customerName }),
    ...(customerEmail !== null && { customer_email_address: customerEmail }),
    ...(serviceDate !== null && { service_date: serviceDate }),
    ...(trackingNumber !== null && { shipping_tracking_number: trackingNumber }),
  };
}

function toState(dispute: Stripe.Dispute): DisputeState {
  const currency = parseCurrency(dispute.currency.toUpperCase());
  if (!currency) throw new Error(`a dispute at Stripe has the currency ${dispute.currency}`);
  const { due_by } = dispute.evidence_details;
  const status = toStatus(dispute.status);
  const fees = dispute.balance_transactions.map(({ fee }) => BigInt(fee));
  return {
    reference: dispute.id,
    chargeReference: idOf(dispute.payment_intent) ?? '',
    status,
    reason: dispute.reason,
    amount: BigInt(dispute.amount),
    currency,
    evidenceDueAt: due_by !== null && status === 'needs_response' ? due_by * 1_000 : null,
    fee: fees.reduce((sum, fee) => sum + fee, 0n),
    openedAt: dispute.created * 1_000,
  };
}

/**
 * An early inquiry by the bank, for which Stripe withholds nothing yet. Florin withholds anyway,
 * since a dispute usually follows, and releases when the inquiry is closed.
 */
function toStatus(status: string): DisputeState['status'] {
  switch (status) {
    case 'won':
    case 'warning_closed':
    case 'prevented':
      return 'won';
    case 'lost':
      return 'lost';
    case 'needs_response':
    case 'warning_needs_response':
      return 'needs_response';
    default:
      return 'under_review';
  }
}
