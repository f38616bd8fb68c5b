import type { Stripe } from 'stripe';
import { invalid } from '../failure.ts';
import { buildDispute } from '../objects/disputes.ts';
import type { Scope, World } from '../world.ts';
import { DISPUTE_FEE, move } from './balance.ts';

const ENDED = ['won', 'lost'];

/** The bank withdraws the money of a charge, and Stripe its fee. */
export function openDispute(world: World, scope: Scope, chargeId: string): Stripe.Dispute {
  const charge = scope.charges.get(chargeId);
  if (charge.disputed) throw invalid('This charge was disputed before.');
  const dispute = scope.disputes.insert(buildDispute(world.clock.seconds(), charge));
  const { amount, currency, id: source } = dispute;
  const movement = move(world, scope, {
    ...{ amount: -amount, currency, type: 'adjustment', source },
    ...{ fee: DISPUTE_FEE, category: 'dispute' },
  });
  scope.charges.change(chargeId, { disputed: true });
  const opened = scope.disputes.change(dispute.id, { balance_transactions: [movement] });
  world.emit(scope, 'charge.dispute.created', opened);
  world.emit(scope, 'charge.dispute.funds_withdrawn', opened);
  return opened;
}

/** The bank decides whether the money is returned. It may revise its decision. */
export function endDispute(
  world: World,
  scope: Scope,
  id: string,
  status: 'won' | 'lost',
): Stripe.Dispute {
  const dispute = scope.disputes.get(id);
  if (dispute.status === status) return dispute;
  const { currency, amount } = dispute;
  const wasWon = dispute.status === 'won';
  const movement =
    status === 'won' || wasWon
      ? move(world, scope, {
          ...{ currency, type: 'adjustment', source: id },
          amount: status === 'won' ? amount : -amount,
          category: status === 'won' ? 'dispute_reversal' : 'dispute',
        })
      : undefined;
  const ended = scope.disputes.change(id, {
    status,
    balance_transactions: [...dispute.balance_transactions, ...(movement ? [movement] : [])],
    evidence_details: { ...dispute.evidence_details, due_by: null },
  });
  if (status === 'won') world.emit(scope, 'charge.dispute.funds_reinstated', ended);
  world.emit(scope, 'charge.dispute.closed', ended);
  return ended;
}

/** Accepts evidence; as in Stripe's test mode, its text decides. */
export function submitEvidence(
  world: World,
  scope: Scope,
  id: string,
  evidence: Partial<Stripe.Dispute.Evidence>,
  isSubmitted: boolean,
): Stripe.Dispute {
  const before = scope.disputes.get(id);
  if (ENDED.includes(before.status)) throw invalid('This dispute is already closed.');
  if (before.evidence_details.submission_count > 0 && isSubmitted)
    throw invalid('Evidence was submitted before.');
  const { evidence_details: details } = before;
  const after = scope.disputes.change(id, {
    evidence: { ...before.evidence, ...evidence },
    evidence_details: {
      ...details,
      has_evidence: true,
      submission_count: details.submission_count + (isSubmitted ? 1 : 0),
    },
    ...(isSubmitted && { status: 'under_review' as const }),
  });
  world.emit(scope, 'charge.dispute.updated', after);
  const text = after.evidence.uncategorized_text ?? '';
  const outcome = outcomes[text];
  if (isSubmitted && outcome)
    world.clock.after(world.delays.disputeMs, () => endDispute(world, scope, id, outcome));
  return after;
}

/** Evidence with an immediate decision; for any other, a control command decides. */
const outcomes: Readonly<Record<string, 'won' | 'lost'>> = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
};
