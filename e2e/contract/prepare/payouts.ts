import { CARDS } from '../pay.ts';
import { type Caller, must, type Owner } from '../people.ts';
import { paidBy } from './refunds.ts';

/** A payout of a part of a customer's payment. */
export async function newPayout(owner: Owner, fields: object = {}): Promise<{ id: string }> {
  await paidBy(owner, CARDS.good);
  return must(() => payOut(owner, owner, { amount: 40, ...fields }));
}

export function payOut(caller: Caller, owner: Owner, fields: object = {}) {
  const body = { account_id: owner.accountId, currency: 'USD', ...fields };
  return caller.call('POST', '/v1/payouts', { body });
}
