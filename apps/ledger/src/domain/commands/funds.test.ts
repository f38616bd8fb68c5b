import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ACCOUNT, creation, currency, NOW } from '../../../test/builders.ts';
import { createWorld, findFaults, runInWorld } from '../../../test/world.ts';
import { openBalance, subAccounts } from '../balance.ts';
import type { AnyCommand } from '../batch/model.ts';

const SEED = 20_261_123;
const KEYS = ['a', 'b', 'c', 'd'];

const amount = fc.bigInt({ min: 1n, max: 400n });
const key = fc.constantFrom(...KEYS);
const command: fc.Arbitrary<AnyCommand> = fc.oneof(
  fc
    .record({ amount, type: fc.constantFrom('credit' as const, 'payment' as const) })
    .map((fields) => creation({ ...fields, capture: 'manual' })),
  fc
    .record({
      key,
      amount,
      amountMin: fc.constantFrom(1n, 400n),
      ends: fc.boolean(),
      purpose: fc.constantFrom('dispute' as const, 'payout' as const),
    })
    .map((fields) => {
      const fixed = { kind: 'withdraw', currency: 'USD', reference: null, metadata: {} } as const;
      return { ...fixed, ...fields };
    }),
  fc
    .record({ key, outcome: fc.constantFrom('paid' as const, 'returned' as const) })
    .map((fields) => ({ kind: 'end_withdrawal', ...fields }) as const),
  fc.record({ key: fc.constantFrom('x', 'y'), amount }).map((fields) => {
    const fixed = { kind: 'deposit', currency: 'USD', reference: null, metadata: {} } as const;
    return { ...fixed, ...fields };
  }),
);

it('a key moves money once, for any commands, and the books balance', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
      const world = createWorld([openBalance(ACCOUNT, currency('USD'))]);
      let count = 0n;
      let events = 0;
      const sources = {
        random: () => {
          count += 1n;
          return count;
        },
        newEventId: () => {
          events += 1;
          return `00000000-0000-7000-8000-${String(events).padStart(12, '0')}`;
        },
      };
      for (const each of commands)
        runInWorld(
          world,
          [
            {
              accountId: ACCOUNT,
              command: each,
              cause: { requestId: null, idempotencyKey: null },
            },
          ],
          NOW,
          sources,
        );
      expect(findFaults(world)).toEqual([]);
      const parts = world.balances.get(ACCOUNT)?.amounts;
      const ofKey = [...world.funds.values()];
      const pending = ofKey.filter(({ status }) => status === 'pending');
      const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n);
      const holds = [...world.transactions.values()].filter(
        ({ status, capture }) => status === 'pending' && capture !== null,
      );
      expect(parts?.held).toBe(sum([...pending, ...holds].map((it) => it.amount)));
      const gone = ofKey.filter((it) => it.status === 'succeeded' && it.purpose !== 'deposit');
      const came = [...world.transactions.values()].filter(({ type }) => type === 'credit');
      expect(-(parts?.external ?? 0n)).toBe(
        sum(came.map((it) => it.amount)) - sum(gone.map((it) => it.amount)),
      );
      expect(subAccounts.every((part) => part === 'external' || (parts?.[part] ?? 0n) >= 0n)).toBe(
        true,
      );
    }),
    { seed: SEED, numRuns: 300 },
  );
});
