import { newId, type Uuid } from '@florin/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leftOf, type PotChange, potsAfter, potsOf } from './credit-pots.ts';

const none = { invoiceId: null, expiresAt: null, grantId: null };
const grant = (amount: bigint, day: number | null): PotChange => ({
  ...{ ...none, id: newId(), kind: 'adjusted', amount },
  expiresAt: day === null ? null : new Date(day * 86_400_000),
});
const takeBack = (amount: bigint): PotChange => grant(-amount, null);
const applied = (invoiceId: Uuid, amount: bigint): PotChange => ({
  ...{ ...none, id: newId(), kind: 'applied', amount: -amount, invoiceId },
});
const returned = (invoiceId: Uuid, amount: bigint): PotChange => ({
  ...{ ...none, id: newId(), kind: 'returned', amount, invoiceId },
});
const expired = (grantId: Uuid, amount: bigint): PotChange => ({
  ...{ ...none, id: newId(), kind: 'expired', amount: -amount, grantId },
});

it('uses the credit that expires first, then the credit that stays', () => {
  const [late, soon] = [grant(50n, 20), grant(30n, 10)];
  const pots = potsAfter(potsOf(100n), [late, soon, applied(newId(), 60n)]);
  expect([leftOf(pots, soon.id), leftOf(pots, late.id)]).toEqual([0n, 20n]);
  expect(pots.pots.map(({ left }) => left)).toEqual([20n, 100n]);
});

it('uses the older of two grants that expire together', () => {
  const [older, newer] = [grant(10n, 10), grant(10n, 10)];
  const pots = potsAfter(potsOf(0n), [older, newer, takeBack(10n)]);
  expect([leftOf(pots, older.id), leftOf(pots, newer.id)]).toEqual([0n, 10n]);
});

it('returns credit of an invoice to its grants, also to one that has ended', () => {
  const [invoiceId, soon] = [newId(), grant(30n, 10)];
  const used = [soon, applied(invoiceId, 20n), expired(soon.id, 10n)];
  const ended = potsAfter(potsOf(5n), used);
  expect(ended.pots.map(({ left }) => left)).toEqual([5n]);
  const pots = potsAfter(ended, [returned(invoiceId, 20n)]);
  expect(leftOf(pots, soon.id)).toBe(20n);
  const again = potsAfter(pots, [returned(invoiceId, 3n)]);
  expect(again.pots.map(({ left }) => left)).toEqual([20n, 8n]);
});

/** Single minor units, each with the day of its expiry. */
interface Coin {
  readonly day: number;
  readonly grantId: Uuid | null;
}

const moves = fc.array(fc.tuple(fc.nat(4), fc.nat(9), fc.nat(6)), { minLength: 1, maxLength: 50 });

it('agrees with single coins after random changes', () => {
  fc.assert(
    fc.property(moves, (steps) => {
      let pots = potsOf(0n);
      let coins: readonly Coin[] = [];
      const open: { readonly id: Uuid; readonly coins: readonly Coin[] }[] = [];
      for (const [move, size, day] of steps) {
        const inOrder = coins.toSorted(
          (a, b) => a.day - b.day || ((a.grantId ?? '') < (b.grantId ?? '') ? -1 : 1),
        );
        const count = Math.min(size + 1, coins.length);
        const change = (each: PotChange) => {
          pots = potsAfter(pots, [each]);
        };
        if (move <= 1) {
          const granted = grant(BigInt(size + 1), day === 0 ? null : day);
          const coin = { day: day === 0 ? 99 : day, grantId: day === 0 ? null : granted.id };
          coins = [...coins, ...Array.from({ length: size + 1 }, () => coin)];
          change(granted);
        } else if (move === 2 && count > 0) {
          const id = newId();
          open.push({ id, coins: inOrder.slice(0, count) });
          coins = inOrder.slice(count);
          change(applied(id, BigInt(count)));
        } else if (move === 3) {
          const back = open.splice(day % Math.max(1, open.length), 1)[0];
          if (!back) continue;
          coins = [...coins, ...back.coins];
          change(returned(back.id, BigInt(back.coins.length)));
        } else if (move === 4) {
          const first = inOrder[0]?.grantId;
          if (!first) continue;
          const left = BigInt(coins.filter(({ grantId }) => grantId === first).length);
          expect(leftOf(pots, first)).toBe(left);
          coins = coins.filter(({ grantId }) => grantId !== first);
          change(expired(first, left));
        }
        for (const { grantId, left } of pots.pots)
          expect(left).toBe(BigInt(coins.filter((coin) => coin.grantId === grantId).length));
        const sum = pots.pots.reduce((total, { left }) => total + left, 0n);
        expect(sum).toBe(BigInt(coins.length));
      }
    }),
    { numRuns: 500 },
  );
});
