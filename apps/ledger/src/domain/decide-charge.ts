import { move } from './balance.ts';
import type { Charge } from './command.ts';
import { created } from './decide-create.ts';
import { type Decision, type Ground, refuse } from './decision.ts';

/**
 * Takes what billing charges from the available balance. It succeeds at once and cannot be
 * refunded by the account's owners: nothing of it counts as captured.
 */
export function decideCharge(ground: Ground, command: Charge): Decision {
  const { balance } = ground;
  const { amount, currency, reference } = command;
  if (balance.status === 'closed') return refuse('not_found', 'this account is closed');
  if (currency !== balance.currency)
    return refuse('currency_mismatch', `the account keeps ${balance.currency}, not ${currency}`);
  if (balance.amounts.available < amount)
    return refuse(
      'insufficient_funds',
      `balance is ${balance.amounts.available}, this needs ${amount}: record a credit first`,
    );
  const transaction = created(
    ground,
    { type: 'payment', amount, reference, metadata: {}, refundOf: null },
    { status: 'succeeded' },
  );
  return {
    accepted: true,
    transaction,
    movement: { kind: 'charge', amounts: move('available', 'fees', amount) },
  };
}
