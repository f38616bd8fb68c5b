import { beforeAll, describe, expect, it } from 'vitest';
import { admin } from '../callers.ts';
import { requestPayment } from '../payment-builders.ts';
import type { TestAccount } from '../start-ledger.ts';
import { useLedger } from '../use-ledger.ts';

const ledger = useLedger();
let ours: TestAccount;
let theirs: TestAccount;
beforeAll(async () => {
  [ours, theirs] = [
    await ledger().openAccount({ credit: 10 }),
    await ledger().openAccount({ credit: 20 }),
  ];
  for (const account of [ours, theirs, ours, theirs]) {
    await account.create({ type: 'credit', amount: 5 });
    await requestPayment(account);
  }
});

/** Reads lists with foreign cursors as the given caller; returns ids of other accounts. */
async function findForeign(caller: TestAccount['owner']): Promise<readonly string[]> {
  const foreign: string[] = [];
  for (const path of ['/v1/transactions', '/v1/payments']) {
    const { body } = await theirs.call('GET', path);
    const ids: readonly string[] = body.data.map(({ id }: { id: string }) => id);
    expect(ids.length).toBeGreaterThan(1);
    for (const id of ids)
      for (const query of [`starting_after=${id}`, `ending_before=${id}`]) {
        const answer = await ours.call('GET', `${path}?${query}&limit=100`, { caller });
        if (answer.status === 400) continue;
        expect(answer.status).toBe(200);
        const shown: readonly { id: string; account_id: string }[] = answer.body.data;
        foreign.push(
          ...shown.filter((row) => row.account_id !== ours.publicId).map((row) => row.id),
        );
      }
  }
  return foreign;
}

describe('a cursor from another account’s list', () => {
  it('reveals no row of that account', async () => {
    expect(await findForeign(ours.owner)).toEqual([]);
  });

  it('would reveal them if every caller saw everything: the test detects that', async () => {
    expect(await findForeign(admin)).not.toEqual([]);
  });
});
