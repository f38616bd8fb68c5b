import { newId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { beginnings, failed, ownPlan, paid, Story, sent } from '../../../test/stories.ts';
import { DAY_MS } from '../instants.ts';
import { nextDunning } from './dunning.ts';
import type { Subscription } from './model.ts';

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Processes all due items with failing charges until the end; returns the days. */
function daysUntilItEnds(story: Story): readonly number[] {
  const days: number[] = [];
  const { now } = story;
  for (
    let next = nextAttemptOf(story.state);
    next !== undefined;
    next = nextAttemptOf(story.state)
  ) {
    days.push((next - now) / DAY_MS);
    story.at(new Date(next).toISOString()).tick();
    if (story.state.charging) story.charged(failed);
  }
  return days;
}

const nextAttemptOf = ({ dunning }: Subscription) => dunning?.nextAttemptAt;

const unpaid = () => new Story('2026-01-01T00:00:00Z', { trialDays: 0 });
const sentStory = () =>
  new Story('2026-01-01T00:00:00Z', { payerAccountId: null, customerId: newId() });

describe('the retry schedule of a seller', () => {
  it.each([[[1]], [[2, 30]], [[1, 2, 3, 4, 5, 6, 7, 8, 9, 60]]])(
    'determines when a charge is retried: %j',
    (days) => {
      const story = unpaid()
        .dunnedBy(...days)
        .charged(failed);
      expect(daysUntilItEnds(story)).toEqual(days);
      expect(story.state).toMatchObject({
        status: 'canceled',
        cancellationReason: 'payment_failed',
      });
    },
  );

  it('determines when the customer of a sent invoice is reminded, counted from its due date', () => {
    const story = sentStory().dunnedBy(2, 9).charged(sent());
    story.at('2026-01-05T00:00:00Z').tick();
    expect(daysUntilItEnds(story)).toEqual([2, 9]);
    expect(story.state.status).toBe('canceled');
  });

  it('stays the same from the first failure to the end, even if the seller changes it', () => {
    const story = unpaid().dunnedBy(2, 10).charged(failed).dunnedBy(1, 2, 3);
    expect(daysUntilItEnds(story)).toEqual([2, 10]);
    const usual = beginnings.past_due().dunnedBy(50);
    expect(usual.state.dunning?.nextAttemptAt).toBe(at('2026-01-02'));
    usual.at('2026-01-02T00:00:00Z').tick().charged(failed);
    expect(usual.state.dunning?.nextAttemptAt).toBe(at('2026-01-04'));
  });

  it('applies a new schedule to new failures', () => {
    const story = unpaid().dunnedBy(2, 10).charged(failed).at('2026-01-03T00:00:00Z').tick();
    story.charged(paid).dunnedBy(4).at('2026-02-01T00:00:00Z').tick().charged(failed);
    expect(daysUntilItEnds(story)).toEqual([4]);
  });

  it('applies a new schedule to another overdue invoice after the first one is paid', () => {
    const plan = ownPlan(100n, 'day', 1);
    const story = new Story('2026-01-01T00:00:00Z', {
      payerAccountId: null,
      customerId: newId(),
      plan,
    });
    story.charged(sent());
    for (const day of ['02', '03', '04'])
      story.at(`2026-01-${day}T00:00:00Z`).tick().charged(sent());
    const [first] = story.state.openInvoices;
    story.at('2026-01-05T00:00:00Z').tick().dunnedBy(6).at('2026-01-06T00:00:00Z');
    story.command({ type: 'record_payment', invoiceId: first?.invoiceId ?? newId() });
    expect(daysUntilItEnds(story)).toEqual([6]);
  });
});

describe('the next attempt', () => {
  const utc = { timezone: 'UTC' };
  const failure = { invoiceId: newId(), charge: null, failedAt: at('2026-01-01') };

  it('uses the default schedule if none is stored', () => {
    expect(nextDunning({ ...failure, attempts: 2 }, utc, at('2026-01-02'))?.nextAttemptAt).toBe(
      at('2026-01-04'),
    );
    expect(nextDunning({ ...failure, attempts: 5 }, utc, at('2026-01-08'))).toBeNull();
  });

  it('counts calendar days across a clock change', () => {
    const berlin = { timezone: 'Europe/Berlin' };
    const failedAt = Date.parse('2026-03-28T09:00:00Z');
    const next = nextDunning({ ...failure, failedAt, attempts: 1 }, berlin, failedAt);
    expect(next?.nextAttemptAt).toBe(Date.parse('2026-03-29T08:00:00Z'));
  });

  it('is at least a day after a late one', () => {
    const late = { ...failure, attempts: 2, days: [1, 2, 3] };
    expect(nextDunning(late, utc, at('2026-01-20'))?.nextAttemptAt).toBe(at('2026-01-21'));
  });
});
