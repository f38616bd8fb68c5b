import type { Charge } from '../domain/charge.ts';
import type { Dispute } from '../domain/dispute.ts';
import { dispute, winDispute } from '../domain/method.ts';
import { BY_PROCESSOR } from '../events.ts';
import type { Tx } from '../schema.ts';
import { change } from './operations.ts';

type Standing = Pick<Dispute, 'id' | 'status'>;

/**
 * Pauses automatic charges of a card when its payer disputes a charge, and resumes them if the
 * dispute is won. In the transaction of the dispute.
 */
export async function followDispute(
  tx: Tx,
  charge: Charge | undefined,
  before: Standing | undefined,
  after: Standing,
): Promise<void> {
  const wasOpen = before !== undefined && before.status !== 'won';
  const isOpen = after.status !== 'won';
  // A bank decision does not override a seller who has allowed the card meanwhile.
  if (!charge || charge.customer === null || wasOpen === isOpen) return;
  const { merchant, customer, methodId, card } = charge;
  const { id: disputeId } = after;
  const whose = { accountId: merchant.accountId, customer };
  await change(tx, whose, BY_PROCESSOR, (all, now) =>
    isOpen ? dispute(all, { disputeId, methodId, card }, now) : winDispute(all, disputeId, now),
  );
}
