import { newId } from '@florin/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beginnings, ownPlan, paid, planOf, type Story } from '../../test/stories.ts';
import { priceUpdate, refusalOfQuote } from './quote.ts';

const plans = [
  planOf('basic_monthly'),
  planOf('pro_monthly'),
  planOf('pro_yearly'),
  ownPlan(333n, 'day', 3),
  ownPlan(40n, 'month', 2),
  ownPlan(1_000n, 'month', 1, 'twin'),
];

/** The price of a change to these terms now. */
function priced(story: Story, plan: (typeof plans)[number], quantity: number) {
  const ids = { changeId: newId(), invoiceId: newId() };
  const command = { type: 'update', plan, quantity, ...ids } as const;
  const price = priceUpdate(story.state, command, undefined, story.credit, story.now);
  if ('code' in price) throw new Error(price.message);
  return price;
}

it('is the exact price of the later change, however late the quote is used', () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(
      fc.record({
        beginning: fc.constantFrom('active', 'trialing', 'active'),
        quantities: fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 })),
        plans: fc.tuple(fc.constantFrom(...plans), fc.constantFrom(...plans)),
        credit: fc.bigInt({ min: 0n, max: 20_000n }),
        passedMs: fc.integer({ min: 0, max: 14 * 86_400_000 }),
        usedMs: fc.integer({ min: 0, max: 600_000 }),
      }),
      ({ beginning, quantities, plans, credit, passedMs, usedMs }) => {
        const story = beginnings[beginning as 'active' | 'trialing']().grant(credit);
        story.update(plans[0], quantities[0]);
        if (story.state.charging) story.charged(paid);
        story.now += Math.min(passedMs, story.state.periodEndAt - story.now - 600_001);
        const price = priced(story, plans[1], quantities[1]);
        const pricedAt = Math.floor(story.now / 1_000) * 1_000;
        const before = story.state;
        story.now += usedMs;
        story.update(plans[1], quantities[1], pricedAt);
        const { charging, pendingChange } = story.state;
        if (charging) {
          kinds.add(charging.charge.amount > 0n ? 'charged' : 'covered');
          expect(charging.charge).toMatchObject({ amount: price.amount, lines: price.lines });
          story.charged(paid);
          expect(story.state.plan).toEqual(plans[1]);
        } else {
          kinds.add(pendingChange ? 'later' : 'free');
          expect(price).toMatchObject({ amount: 0n, lines: [] });
          expect(price.effectiveAt).toBe(pendingChange ? before.periodEndAt : pricedAt);
        }
      },
    ),
    { seed: 20_260_131, numRuns: 1_000 },
  );
  expect(kinds).toEqual(new Set(['charged', 'covered', 'later', 'free']));
});

it('is valid for ten minutes, and while the subscription is unchanged', () => {
  const story = beginnings.active();
  const quote = {
    id: newId(),
    subscriptionId: story.state.id,
    version: 3,
    plan: planOf('pro_monthly'),
    quantity: 1,
    pricedAt: story.now,
    ...priced(story, planOf('pro_monthly'), 1),
  };
  expect(quote.amount).toBe(750n);
  expect(refusalOfQuote(quote, 3, story.now + 600_000)).toBeUndefined();
  expect(refusalOfQuote(quote, 3, story.now + 600_001)).toMatch(/expired/);
  expect(refusalOfQuote(quote, 4, story.now)).toMatch(/has changed/);
});
