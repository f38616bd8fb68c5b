import { expect, it } from 'vitest';
import { ownPlan, paid, Story } from '../../../test/stories.ts';
import type { Interval } from '../price.ts';
import type { Subscription } from './model.ts';
import { mrrOf, netPriceAfter, pausedMrrOf } from './recurring.ts';

const [active] = [new Story('2026-01-01T00:00:00Z').state].map(
  (state): Subscription => ({ ...state, status: 'active' }),
);

it.each<[bigint, Interval, number, bigint]>([
  [1_000n, 'month', 1, 1_000n],
  [12_000n, 'year', 1, 1_000n],
  [3_000n, 'month', 3, 1_000n],
  [100n, 'week', 1, 433n],
  [100n, 'day', 1, 3_042n],
  [1n, 'year', 1, 0n],
  [6n, 'year', 1, 1n],
])('%d for each %s × %d is an MRR of %d', (amount, interval, count, expected) => {
  if (!active) throw new Error('no subscription');
  const plan = ownPlan(amount, interval, count);
  expect(mrrOf({ ...active, plan })).toBe(expected);
  const others = ['incomplete', 'trialing', 'paused', 'canceled', 'expired'] as const;
  for (const status of others) expect(mrrOf({ ...active, plan, status })).toBe(0n);
  expect(mrrOf({ ...active, plan, status: 'past_due' })).toBe(expected);
});

it('is suspended by a pause, except in a trial', () => {
  const story = new Story('2026-01-01T00:00:00Z', { plan: ownPlan(3_000n, 'month', 1) });
  const { charging } = story.state;
  story.command({
    ...{ type: 'record_charge', cause: charging?.charge.cause ?? '', attempt: 1, outcome: paid },
  });
  story.at('2026-01-10T00:00:00Z').command({ type: 'pause', resumesAt: null });
  expect([mrrOf(story.state), pausedMrrOf(story.state)]).toEqual([0n, 3_000n]);
  const trial = new Story('2026-01-01T00:00:00Z', { trialDays: 30 });
  trial.at('2026-01-10T00:00:00Z').command({ type: 'pause', resumesAt: null });
  expect(pausedMrrOf(trial.state)).toBe(0n);
});

it('excludes the tax that a price includes', () => {
  const story = new Story('2026-01-01T00:00:00Z', { plan: ownPlan(11_900n, 'month', 1) });
  const charge = story.state.charging?.charge ?? expect.fail();
  const rate = { name: 'VAT', percentage: '19', category: 'S', country: 'DE', region: '' } as const;
  const tax = { net: 5_000n, tax: 950n, gross: 5_950n };
  const taxes = [{ ...rate, amount: 950n, taxable: 5_000n }];
  const lines = charge.lines.map((line) => ({
    ...line,
    tax: { ...tax, taxes, isInclusive: true },
  }));
  expect(netPriceAfter(story.state, { ...charge, lines })).toBe(10_000n);
  expect(netPriceAfter(story.state, charge)).toBe(11_900n);
});
