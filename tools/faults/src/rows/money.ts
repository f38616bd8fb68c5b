import type { Holder } from '../clients/people.ts';
import type { LiveRun } from '../row.ts';

/** A payment to record; its reference is unique in its run, so that its effects can be counted. */
export function payment(accountId: string, amount: number, reference: string, key?: string) {
  return creation({ account_id: accountId, type: 'payment', amount, reference }, key);
}

export function credit(accountId: string, amount: number, reference: string, key?: string) {
  return creation({ account_id: accountId, type: 'credit', amount, reference }, key);
}

interface NewTransaction {
  readonly account_id: string;
  readonly type: string;
  readonly amount: number;
  readonly reference: string;
  readonly capture?: string;
  readonly refund_of_id?: string;
}

/** A transaction to record. */
export function creation(fields: NewTransaction, key?: string) {
  const body = { currency: 'USD', ...fields };
  return { method: 'POST', path: '/v1/transactions', body, ...(key === undefined ? {} : { key }) };
}

export function capture(id: string, key: string) {
  return { method: 'POST', path: `/v1/transactions/${id}/capture`, key };
}

export function cancellation(id: string, key: string) {
  return { method: 'DELETE', path: `/v1/transactions/${id}`, key };
}

/** Accounts with money in them. */
export async function openHolders(
  { people }: Pick<LiveRun, 'people'>,
  count: number,
  amount: number,
): Promise<readonly Holder[]> {
  const holders: Holder[] = [];
  for (let each = 0; each < count; each += 1) {
    const holder = await people.openAccount();
    if (amount > 0)
      await people.must(async () => ({
        ...credit(holder.accountId, amount, `opening of ${holder.accountId}`, 'opening'),
        token: await holder.token(),
      }));
    holders.push(holder);
  }
  return holders;
}
