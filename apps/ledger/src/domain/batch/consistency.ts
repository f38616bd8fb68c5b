import type { Uuid } from '@florin/contracts';
import { type Amounts, addAmounts, subAccounts } from '../balance.ts';
import type { Loaded, Writes } from './model.ts';

/**
 * Verifies the writes of a batch by independent rules: entries balance and have a transaction,
 * balances match entries, changes have events, movements have transactions.
 * @throws Error with the first faulty row, so that nothing of the batch is written.
 */
export function assertConsistent(
  loaded: Pick<Loaded, 'balances' | 'payments'>,
  { balances, created, changed, entries, payments, funds, events }: Writes,
): void {
  const announced = new Set(
    events.map((event) => versionOf(event.aggregate_id, event.aggregate_sequence)),
  );
  const transactions = [...created, ...changed];
  const isWritten = new Set(transactions.map(({ id }) => id));
  for (const { key, transactionId, status } of funds)
    if (!transactions.some((made) => made.id === transactionId && made.status === status))
      throw new Error(`the movement ${key} differs from its transaction`);
  const moved = new Map<Uuid, Amounts>();
  for (const { id, accountId, transactionId, amounts } of entries) {
    if (sum(amounts) !== 0n) throw new Error(`entry ${id} does not sum to zero`);
    if (!isWritten.has(transactionId)) throw new Error(`entry ${id} changes nothing`);
    const before = moved.get(accountId) ?? loaded.balances.get(accountId)?.amounts;
    if (!before) throw new Error(`entry ${id} belongs to an account without a balance`);
    moved.set(accountId, addAmounts(before, amounts));
  }
  const saved = new Map(balances.map(({ accountId, amounts }) => [accountId, amounts]));
  for (const accountId of new Set([...moved.keys(), ...saved.keys()])) {
    const due = moved.get(accountId) ?? loaded.balances.get(accountId)?.amounts;
    if (!isSame(due, saved.get(accountId)))
      throw new Error(`the balance of ${accountId} differs from the sum of its entries`);
  }
  const changedPayments = payments.filter(
    ({ id, version }) => loaded.payments.requests.get(id)?.version !== version,
  );
  for (const { id, version } of [...transactions, ...changedPayments])
    if (!announced.has(versionOf(id, version)))
      throw new Error(`version ${version} of ${id} has no event`);
}

function versionOf(id: Uuid, version: bigint | number): string {
  return `${id} ${version}`;
}

function sum(amounts: Amounts): bigint {
  return subAccounts.reduce((total, part) => total + amounts[part], 0n);
}

function isSame(a: Amounts | undefined, b: Amounts | undefined): boolean {
  return a !== undefined && b !== undefined && subAccounts.every((part) => a[part] === b[part]);
}
