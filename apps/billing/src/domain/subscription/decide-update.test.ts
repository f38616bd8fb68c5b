import { describe, expect, it } from 'vitest';
import { beginnings, failed, ownPlan, paid, planOf, Story } from '../../../test/stories.ts';

const basic = planOf('basic_monthly');
const pro = planOf('pro_monthly');

/** Middle of a period of 31 days: T = 2 678 400 s, R = 1 339 200 s. */
const halfway = () => beginnings.active();

describe('up, same interval', () => {
  it('charges the difference for the remaining time, and changes when it is paid', () => {
    const story = halfway().update(pro);
    expect(story.state.charging?.charge).toMatchObject({
      amount: 750n,
      lines: [
        {
          type: 'proration',
          amount: 1_250n,
          remainingSeconds: 1_339_200,
          periodSeconds: 2_678_400,
        },
        { type: 'unused_time', amount: -500n, planId: 'basic_monthly', unitAmount: 1_000n },
      ],
    });
    const before = story.state;
    story.charged(paid);
    expect(story.state).toMatchObject({
      plan: pro,
      periodStartAt: before.periodStartAt,
      periodEndAt: before.periodEndAt,
      nextPeriod: before.nextPeriod,
    });
  });

  it('changes nothing if the charge fails', () => {
    const before = halfway().state;
    const story = halfway().update(pro).charged(failed);
    expect({ ...story.state, ...same }).toEqual({ ...before, ...same });
  });

  it('rounds each part half to even', () => {
    const story = new Story('2026-01-01T00:00:00Z', { plan: ownPlan(1n, 'month', 1) });
    story
      .charged(paid)
      .at('2026-01-16T12:00:00Z')
      .update(ownPlan(5n, 'month', 1));
    // 2.5 rounds to 2; the used part of 1 is 0.5, which rounds to 0, so all of it is credited.
    expect(story.state.charging?.charge.lines.map(({ amount }) => amount)).toEqual([2n, -1n]);
  });

  it('uses the invoiced period, ignoring the effect of a pause', () => {
    const story = halfway().command({ type: 'pause', resumesAt: null });
    story.at('2026-05-01T00:00:00Z').command({ type: 'resume' }).update(pro);
    expect(story.state.charging?.charge).toMatchObject({
      amount: 750n,
      lines: [{ remainingSeconds: 1_339_200, periodSeconds: 2_678_400 }, {}],
    });
  });

  it('treats a higher quantity as up and drops the scheduled change', () => {
    const story = halfway()
      .update(ownPlan(500n, 'month', 1))
      .update(basic, 3)
      .charged(paid);
    expect(story.state).toMatchObject({ plan: basic, quantity: 3, pendingChange: null });
  });

  it('costs nothing if no time remains', () => {
    const story = halfway().at('2026-02-01T00:00:05Z').update(pro);
    expect(story.state.charging?.charge.amount).toBe(0n);
    story.charged(paid).tick();
    expect(story.state.charging?.charge).toMatchObject({ cause: 'period:1', amount: 2_500n });
  });
});

describe('to another interval, now', () => {
  const now = { effective: 'now' } as const;

  it('charges the full new price less the credit, and starts a period now', () => {
    const story = halfway().update(planOf('basic_yearly'), 1, undefined, now);
    expect(story.state.charging?.charge).toMatchObject({
      amount: 9_500n,
      lines: [
        { type: 'period', amount: 10_000n },
        { type: 'unused_time', amount: -500n },
      ],
    });
    const at = Date.parse('2026-01-16T12:00:00Z');
    expect(story.charged(paid).state).toMatchObject({
      anchorAt: at,
      periodStartAt: at,
      periodEndAt: Date.parse('2027-01-16T12:00:00Z'),
      nextPeriod: 1,
    });
    story.at('2027-01-16T12:00:00Z').tick();
    expect(story.state.charging?.charge).toMatchObject({ cause: 'period:1', amount: 10_000n });
  });

  it('turns the excess value into credit for later invoices', () => {
    const story = new Story('2026-01-01T00:00:00Z', { plan: pro, quantity: 100 }).charged(paid);
    story.update(planOf('basic_yearly'), 1, undefined, now);
    expect(story.state.charging?.charge).toMatchObject({
      amount: 0n,
      lines: [
        { type: 'period', amount: 10_000n },
        { type: 'unused_time', amount: -250_000n },
        { type: 'credit_granted', amount: 240_000n },
      ],
    });
    expect(story.credit).toBe(0n);
    story.charged(paid);
    expect(story.credit).toBe(240_000n);
    story.at('2027-01-01T00:00:00Z').tick();
    expect(story.state.charging?.charge).toMatchObject({
      amount: 0n,
      lines: [{ amount: 10_000n }, { type: 'credit_applied', amount: -10_000n }],
    });
    expect(story.credit).toBe(230_000n);
  });
});

describe('down', () => {
  it('waits for the next period', () => {
    const cheap = ownPlan(500n, 'month', 1);
    const story = halfway().update(cheap);
    expect(story.state.plan).toEqual(basic);
    story.at('2026-02-01T00:00:00Z').tick();
    expect(story.state.charging?.charge).toMatchObject({ amount: 500n, cause: 'period:1' });
    expect(story.charged(paid).state).toMatchObject({
      plan: cheap,
      pendingChange: null,
      anchorAt: Date.parse('2026-01-01T00:00:00Z'),
    });
  });

  it('covers a lower quantity, and a lower yearly price at any interval', () => {
    const story = halfway().update(basic, 3).charged(paid).update(basic, 2);
    expect(story.state).toMatchObject({ quantity: 3, pendingChange: { plan: basic, quantity: 2 } });
    story.update(ownPlan(1n, 'week', 1), 50);
    expect(story.state).toMatchObject({ quantity: 3, pendingChange: { quantity: 50 } });
    story.at('2026-02-01T00:00:00Z').tick();
    expect(story.state.charging?.charge.amount).toBe(50n);
  });

  it('counts a shorter interval from the start of its period', () => {
    const story = new Story('2026-01-31T00:00:00Z', { plan: planOf('basic_yearly') }).charged(paid);
    story
      .update(basic, 1, undefined, { effective: 'period_end' })
      .at('2027-01-31T00:00:00Z')
      .tick()
      .charged(paid);
    expect(story.state).toMatchObject({
      plan: basic,
      anchorAt: Date.parse('2027-01-31T00:00:00Z'),
      periodEndAt: Date.parse('2027-02-28T00:00:00Z'),
    });
  });

  it('is dropped by requesting the current plan; repeating that changes nothing', () => {
    const story = halfway()
      .update(ownPlan(500n, 'month', 1))
      .update(basic);
    expect(story.state.pendingChange).toBeNull();
    const { length } = story.events;
    expect(story.update(basic).events).toHaveLength(length);
  });
});

describe('a chosen time', () => {
  const [now, later] = [{ effective: 'now' }, { effective: 'period_end' }] as const;

  it('applies a lower price now, with credit for the paid time', () => {
    const story = new Story('2026-01-01T00:00:00Z', { plan: pro }).charged(paid);
    story.at('2026-01-16T12:00:00Z').update(basic, 1, undefined, now);
    expect(story.state.charging?.charge).toMatchObject({
      amount: 0n,
      lines: [{ amount: 500n }, { amount: -1_250n }, { type: 'credit_granted', amount: 750n }],
    });
    expect(story.charged(paid).state.plan).toEqual(basic);
  });

  it('delays a higher price until the next period', () => {
    const story = halfway().update(pro, 1, undefined, later);
    expect(story.state).toMatchObject({ plan: basic, pendingChange: { plan: pro } });
  });

  it('changes the plan without proration, and charges its price from the next period on', () => {
    const story = halfway().update(pro, 1, undefined, { prorates: false });
    expect(story.state).toMatchObject({ plan: pro, charging: null, invoicedPrice: 1_000n });
    story.at('2026-02-01T00:00:00Z').tick();
    expect(story.state.charging?.charge).toMatchObject({ cause: 'period:1', amount: 2_500n });
    expect(story.charged(paid).state.invoicedPrice).toBeUndefined();
  });

  it('cannot skip proration if the interval changes', () => {
    const story = halfway();
    expect(() => story.update(planOf('pro_yearly'), 1, undefined, { prorates: false })).toThrow(
      'proration_behavior',
    );
  });
});

it('changes to an equal price at once, free of charge', () => {
  const twin = ownPlan(1_000n, 'month', 1, 'twin');
  expect(halfway().update(twin).state).toMatchObject({ plan: twin, charging: null });
});

it('treats twelve months as a year', () => {
  const year = ownPlan(10_000n, 'year', 1);
  const months = ownPlan(20_000n, 'month', 12);
  const story = new Story('2026-01-01T00:00:00Z', { plan: year }).charged(paid);
  const { periodEndAt } = story.state;
  story.update(months).charged(paid);
  expect(story.state).toMatchObject({ plan: months, periodEndAt });
});

/** Random values that differ between two stories. */
const same = {
  id: '',
  sellerId: '',
  payerAccountId: '',
  latestInvoiceId: '',
  periodInvoiceId: '',
};
