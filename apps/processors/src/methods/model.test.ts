import { newId } from '@florin/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Change,
  eventOf,
  isUsable,
  learn,
  makeDefault,
  type NewMethod,
  type PaymentMethod,
  remove,
  save,
  warn,
} from './model.ts';

const SEED = 20_261_123;
const NOW = Date.UTC(2026, 0, 31);
const merchant = { accountId: newId(), reference: null };
const card = { brand: 'visa', last4: '4242', expMonth: 3, expYear: 2026 };
const methodOf = (name: number): NewMethod => ({
  id: newId(),
  merchant,
  customer: 'cus_1',
  processor: 'test',
  livemode: false,
  method: { reference: `pm_${name}`, customerReference: null, card },
  mandate: 'to charge this card',
});

/** All that a customer has saved, after some of it has changed. */
function apply(all: readonly PaymentMethod[], changes: readonly Change[]): PaymentMethod[] {
  const byId = new Map(all.map((each) => [each.id, each]));
  for (const { before, after } of changes) {
    expect(byId.get(after.id)).toBe(before);
    expect(after.version).toBe((before?.version ?? 0n) + 1n);
    byId.set(after.id, after);
  }
  return [...byId.values()];
}

const step = fc.record({
  do: fc.constantFrom('save', 'remove', 'default', 'learn', 'warn'),
  which: fc.nat(4),
});

it('a customer who has anything has one default, whatever happens to it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let all: PaymentMethod[] = [];
      for (const { do: what, which } of steps) {
        const id = all[which]?.id ?? newId();
        if (what === 'save') all = apply(all, save(all, methodOf(which), NOW));
        if (what === 'remove') all = apply(all, remove(all, id, NOW));
        if (what === 'default') all = apply(all, makeDefault(all, id, NOW));
        if (what === 'learn') all = apply(all, learn(all, id, undefined, NOW));
        if (what === 'warn') all = apply(all, warn(all, id, Date.UTC(2026, 3)));
        const usable = all.filter(isUsable);
        expect(all.filter(({ isDefault }) => isDefault)).toHaveLength(usable.length > 0 ? 1 : 0);
        expect(all.filter((it) => it.isDefault && !isUsable(it))).toEqual([]);
      }
    }),
    { seed: SEED, numRuns: 500 },
  );
});

const saved = () => apply([], save([], methodOf(1), NOW));

it('a card that its network has replaced is told of, and one that has not changed is not', () => {
  const [before] = saved();
  if (!before) return expect.unreachable();
  expect(learn([before], before.id, before.method, NOW)).toEqual([]);
  const found = { ...before.method, card: { ...card, last4: '1111', expYear: 2030 } };
  const [replaced] = learn([before], before.id, found, NOW);
  expect(replaced && eventOf(replaced)).toBe('payment_method.updated');
  expect(replaced?.after).toMatchObject({ method: found, warnAt: Date.UTC(2030, 2, 2) });
});

it('is warned of once, 30 days before its month ends', () => {
  const all = saved();
  const [before] = all;
  if (!before) return expect.unreachable();
  const due = Date.UTC(2026, 2, 2);
  expect(before.warnAt).toBe(due);
  expect(warn(all, before.id, due - 1)).toEqual([]);
  const changes = warn(all, before.id, due);
  expect(changes.map(eventOf)).toEqual(['payment_method.expiring']);
  expect(warn(apply(all, changes), before.id, due)).toEqual([]);
});

it('each change has its event', () => {
  const first = save([], methodOf(1), NOW);
  expect(first.map(eventOf)).toEqual(['payment_method.created']);
  const all = apply([], first);
  const second = save(all, methodOf(2), NOW);
  expect(second.map(eventOf)).toEqual(['payment_method.updated', 'payment_method.created']);
  const both = apply(all, second);
  const removal = remove(both, both[1]?.id ?? '', NOW);
  expect(removal.map(eventOf)).toEqual(['payment_method.removed', 'payment_method.updated']);
  const gone = apply(both, removal);
  expect(remove(gone, both[1]?.id ?? '', NOW)).toEqual([]);
  expect(save(gone, methodOf(2), NOW).map(eventOf)).toContain('payment_method.created');
});
