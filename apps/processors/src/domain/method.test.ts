import { newId } from '@florin/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allow,
  type Change,
  choose,
  dispute,
  eventOf,
  isChargeable,
  isUsable,
  learn,
  makeDefault,
  type NewMethod,
  type PaymentMethod,
  remove,
  save,
  warn,
  winDispute,
} from './method.ts';

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

/** A customer's methods after some changes. */
function apply(all: readonly PaymentMethod[], changes: readonly Change[]): PaymentMethod[] {
  const byId = new Map(all.map((each) => [each.id, each]));
  for (const { before, after } of changes) {
    expect(byId.get(after.id)).toBe(before);
    expect(after.version).toBe((before?.version ?? 0n) + 1n);
    byId.set(after.id, after);
  }
  return [...byId.values()];
}

const disputeOf = (methodId: string | null, used: typeof card | null = null) => ({
  disputeId: newId(),
  methodId,
  card: used,
});

const step = fc.record({
  do: fc.constantFrom('save', 'remove', 'default', 'learn', 'warn', 'dispute', 'allow', 'choose'),
  which: fc.nat(4),
});

it('a customer with any method has exactly one default, after any sequence of changes', () => {
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
        if (what === 'dispute') all = apply(all, dispute(all, disputeOf(id), NOW));
        if (what === 'allow') all = apply(all, allow(all, id, NOW));
        if (what === 'choose') all = apply(all, choose(all, id, NOW));
        const usable = all.filter(isUsable);
        expect(all.filter(({ isDefault }) => isDefault)).toHaveLength(usable.length > 0 ? 1 : 0);
        expect(all.filter((it) => it.isDefault && !isUsable(it))).toEqual([]);
      }
    }),
    { seed: SEED, numRuns: 500 },
  );
});

const saved = () => apply([], save([], methodOf(1), NOW));

it('publishes a replaced card, and nothing for an unchanged one', () => {
  const [before] = saved();
  if (!before) return expect.unreachable();
  expect(learn([before], before.id, before.method, NOW)).toEqual([]);
  const found = { ...before.method, card: { ...card, last4: '1111', expYear: 2030 } };
  const [replaced] = learn([before], before.id, found, NOW);
  expect(replaced && eventOf(replaced)).toBe('payment_method.updated');
  expect(replaced?.after).toMatchObject({ method: found, warnAt: Date.UTC(2030, 2, 2) });
});

it("warns once, 30 days before the card's month ends", () => {
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

const other = (name: number): NewMethod => {
  const { method, ...rest } = methodOf(name);
  return { ...rest, method: { ...method, card: { ...card, last4: '1111' } } };
};
const isPaused = (all: readonly PaymentMethod[]) => all.map((it) => !isChargeable(it));

describe('a disputed card', () => {
  // The same card twice, and another one.
  const first = apply([], save([], methodOf(1), NOW));
  const second = apply(first, save(first, methodOf(2), NOW));
  const all = apply(second, save(second, other(3), NOW));
  const charged = disputeOf(all[0]?.id ?? null, card);

  it('is paused in all methods with this card, until the dispute is won', () => {
    const changes = dispute(all, charged, NOW);
    expect(changes.map(eventOf)).toEqual(['payment_method.updated', 'payment_method.updated']);
    const paused = apply(all, changes);
    expect(isPaused(paused)).toEqual([true, true, false]);
    expect(dispute(paused, charged, NOW)).toEqual([]);
    expect(isPaused(apply(paused, winDispute(paused, charged.disputeId, NOW)))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('is paused by its method id if the network has replaced the card since', () => {
    const replaced = disputeOf(all[2]?.id ?? null, card);
    expect(isPaused(apply(all, dispute(all, replaced, NOW)))).toEqual([true, true, true]);
  });

  it('stays paused while another dispute of it is open', () => {
    const once = apply(all, dispute(all, charged, NOW));
    const twice = apply(once, dispute(once, disputeOf(all[0]?.id ?? null), NOW));
    expect(isPaused(apply(twice, winDispute(twice, charged.disputeId, NOW)))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is charged again once the seller allows it, or its customer chooses it or saves it again', () => {
    const paused = apply(all, dispute(all, charged, NOW));
    const id = all[0]?.id ?? '';
    const allowed = allow(paused, id, NOW);
    expect(allowed.map(eventOf)).toEqual(['payment_method.updated']);
    expect(isPaused(apply(paused, allowed))).toEqual([false, true, false]);
    expect(allow(all, id, NOW)).toEqual([]);
    const chosen = apply(paused, choose(paused, id, NOW));
    expect(isPaused(chosen)).toEqual([false, true, false]);
    expect(chosen.map(({ isDefault }) => isDefault)).toEqual([true, false, false]);
    expect(isPaused(apply(paused, save(paused, methodOf(2), NOW)))).toEqual([true, false, false]);
  });

  it('stays paused when it is made the default', () => {
    const paused = apply(all, dispute(all, charged, NOW));
    const made = apply(paused, makeDefault(paused, all[0]?.id ?? '', NOW));
    expect(isPaused(made)).toEqual([true, true, false]);
  });
});
