import { expect, it } from 'vitest';
import { beginnings, failed, paid, planOf, Story, sent } from '../../test/stories.ts';

const pro = planOf('pro_monthly');

const year = () => new Story('2026-01-01T00:00:00Z', { plan: planOf('basic_yearly') });

it('pays as much as it can, and the rest is charged', () => {
  const story = year().charged(paid).grant(4_000n);
  story.at('2027-01-01T00:00:00Z').tick();
  expect(story.state.charging?.charge).toMatchObject({
    amount: 6_000n,
    lines: [{ amount: 10_000n }, { type: 'credit_applied', amount: -4_000n }],
  });
  expect(story.credit).toBe(0n);
});

it('is applied to a charge once, however often it is retried', () => {
  const story = year().charged(paid).grant(4_000n);
  story.at('2027-01-01T00:00:00Z').tick().charged(failed);
  story.grant(1_000n);
  story.at('2027-01-02T00:00:00Z').tick();
  expect(story.state.charging?.charge.amount).toBe(6_000n);
  expect(story.credit).toBe(1_000n);
});

it('is returned when its change is refused', () => {
  const story = beginnings.active().grant(100n);
  story.update(pro);
  expect([story.state.charging?.charge.amount, story.credit]).toEqual([650n, 0n]);
  story.charged(failed);
  expect(story.credit).toBe(100n);
});

it('is returned when its invoice is voided', () => {
  const story = year().charged(paid).grant(100n);
  story.at('2027-01-01T00:00:00Z').tick().charged(sent());
  story.command({ type: 'cancel', atPeriodEnd: false });
  expect(story.credit).toBe(100n);
});
