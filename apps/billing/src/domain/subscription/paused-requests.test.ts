import { describe, expect, it } from 'vitest';
import { beginnings, ownPlan, paid, planOf, Story } from '../../../test/stories.ts';
import { endsAtOf } from './model.ts';

const basic = planOf('basic_monthly');
const pro = planOf('pro_monthly');
const DAY_SECONDS = 86_400;

/** Half of a month of 1 000 is banked: 1 339 200 s, worth 500. */
const { paused } = beginnings;
const resumed = (story: Story) => story.at('2026-05-01T00:00:00Z').command({ type: 'resume' });

describe('an upgrade while paused', () => {
  it('costs nothing: the banked time buys time of the new plan of equal value', () => {
    const story = paused().update(pro);
    expect(story.state.charging?.charge).toMatchObject({
      amount: 0n,
      lines: [
        // 500 / 2 500 of a month of 31 days.
        { type: 'proration', amount: 500n, remainingSeconds: 535_680, periodSeconds: 2_678_400 },
        { type: 'unused_time', amount: -500n, remainingSeconds: 1_339_200 },
      ],
    });
    story.charged(paid);
    expect(story.state).toMatchObject({
      status: 'paused',
      plan: pro,
      periodEndAt: paused().state.periodEndAt,
      pause: { ...paused().state.pause, remainingSeconds: 535_680 },
    });
    resumed(story);
    const endAt = Date.parse('2026-05-01T00:00:00Z') + 535_680_000;
    expect(story.state).toMatchObject({ status: 'active', periodEndAt: endAt, plan: pro });
    story.now = endAt;
    story.tick();
    expect(story.state.charging?.charge).toMatchObject({ cause: 'period:1', amount: 2_500n });
    expect(story.state.charging?.charge.buys.periodStartAt).toBe(endAt);
  });

  it('to another interval measures the time by a period of that interval', () => {
    const story = paused().update(planOf('pro_yearly')).charged(paid);
    // 500 / 25 000 of a year.
    expect(story.state.pause?.remainingSeconds).toBe((365 * DAY_SECONDS) / 50);
    expect(story.state.periodSeconds).toBe(365 * DAY_SECONDS);
    resumed(story);
    story.now = story.state.periodEndAt;
    story.tick();
    expect(story.state.charging?.charge).toMatchObject({ amount: 25_000n });
  });

  it('back and forth keeps the value', () => {
    const story = paused().update(pro).charged(paid);
    story.update(basic, 1, undefined, { effective: 'now' }).charged(paid);
    expect(story.state.pause?.remainingSeconds).toBe(1_339_200);
    expect(story.credit).toBe(0n);
  });

  it('is free in a trial, which keeps its days', () => {
    const story = beginnings.trialing().command({ type: 'pause', resumesAt: null });
    const { remainingSeconds } = story.state.pause ?? expect.unreachable();
    story.update(pro);
    expect(story.state).toMatchObject({ status: 'paused', plan: pro, charging: null });
    expect(story.state.pause).toMatchObject({ remainingSeconds });
  });

  it.each([
    ['a plan so cheap that its period is full', ownPlan(1n, 'month', 1), 2_678_400, 499n],
    ['a free plan', ownPlan(0n, 'month', 1), 1_339_200, 500n],
  ])('grants the value beyond %s as credit', (_what, plan, seconds, credit) => {
    const story = paused().update(plan, 1, undefined, { effective: 'now' });
    expect(story.state.charging?.charge.amount).toBe(0n);
    story.charged(paid);
    expect(story.state.pause?.remainingSeconds).toBe(seconds);
    expect(story.credit).toBe(credit);
  });

  it('grants the fraction of a second of an expensive plan as credit', () => {
    const dear = ownPlan(100_000_000_000n, 'month', 1);
    const story = new Story('2026-01-01T00:00:00Z', { plan: ownPlan(99_999_999_999n, 'month', 1) });
    story.charged(paid).at('2026-01-16T12:00:00Z').command({ type: 'pause', resumesAt: null });
    story.update(dear).charged(paid);
    expect(story.state.pause?.remainingSeconds).toBe(1_339_199);
    expect(story.credit).toBeGreaterThan(0n);
    expect(story.credit).toBeLessThanOrEqual(100_000_000_000n / 2_678_400n);
  });
});

it('a downgrade while paused takes effect with the next period', () => {
  const cheap = ownPlan(500n, 'month', 1);
  const story = resumed(paused().update(cheap));
  expect(story.state).toMatchObject({ plan: basic, pendingChange: { plan: cheap } });
  story.now = story.state.periodEndAt;
  story.tick();
  expect(story.state.charging?.charge.amount).toBe(500n);
});

it('a cancellation at the end of the period ends it after the banked time', () => {
  const story = paused().command({ type: 'cancel', atPeriodEnd: true });
  expect(story.state).toMatchObject({ status: 'paused', isCancelScheduled: true });
  expect(endsAtOf(story.state)).toBeNull();
  resumed(story);
  expect(endsAtOf(story.state)).toBe(story.state.periodEndAt);
  story.now = story.state.periodEndAt;
  expect(story.tick().state).toMatchObject({ status: 'canceled', endedAt: story.now });
});
