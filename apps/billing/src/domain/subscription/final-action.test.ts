import { newId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { failed, ownPlan, paid, planOf, Story, sent } from '../../../test/stories.ts';
import { dueAtOf } from './model.ts';

const customer = { payerAccountId: null, customerId: newId() };
const days = ['02', '04', '06', '08'];

/** A monthly subscription whose renewal on 1 February and all retries failed. */
function renewalFailed(action: 'cancel' | 'pause' | 'leave_active'): Story {
  const story = new Story('2026-01-01T00:00:00Z', customer).finally(action).charged(paid);
  story.at('2026-02-01T00:00:00Z').tick().charged(failed);
  for (const day of days) story.at(`2026-02-${day}T00:00:00Z`).tick().charged(failed);
  return story;
}

/** A weekly subscription whose sent invoice was not paid, after all reminders. */
function reminded(action: 'pause' | 'leave_active'): Story {
  const plan = ownPlan(700n, 'week', 4);
  const story = new Story('2026-01-01T00:00:00Z', { ...customer, plan }).finally(action);
  story.charged(sent()).at('2026-01-05T00:00:00Z').tick();
  for (const day of ['06', '08', '10', '12']) story.at(`2026-01-${day}T00:00:00Z`).tick();
  return story;
}

const payOwed = (story: Story) =>
  story.command({ type: 'record_payment', invoiceId: story.state.dunning?.invoiceId ?? '' });

describe('after the last failed attempt', () => {
  it('pauses, without further attempts, until the invoice is paid and it is resumed', () => {
    const story = renewalFailed('pause');
    expect(story.state).toMatchObject({
      ...{ status: 'paused', pause: { remainingSeconds: 0, resumesAt: null } },
      dunning: { attempts: 5, isFinal: true },
    });
    expect(dueAtOf(story.state)).toBeNull();
    expect(() => story.command({ type: 'resume' })).toThrow(/resume it after that is paid/);
    expect(() => story.update(planOf('pro_monthly'))).toThrow(/change it after that is paid/);
    const { length } = story.events;
    expect(story.at('2026-03-01T00:00:00Z').tick().events).toHaveLength(length);
    payOwed(story);
    // The paid month is banked.
    expect(story.state).toMatchObject({
      ...{ status: 'paused', dunning: null, nextPeriod: 2 },
      pause: { remainingSeconds: 28 * 86_400 },
    });
    story.at('2026-03-10T00:00:00Z').command({ type: 'resume' });
    expect(story.state).toMatchObject({
      ...{ status: 'active', periodEndAt: Date.parse('2026-04-07T00:00:00Z') },
    });
    story.at('2026-04-07T00:00:00Z').tick();
    expect(story.state.charging?.charge.cause).toBe('period:2');
  });

  it('can be canceled while paused, which voids the invoice', () => {
    const story = renewalFailed('pause').command({ type: 'cancel', atPeriodEnd: false });
    expect(story.events.at(-1)).toMatchObject({ type: 'ended', invoices: 'void' });
    expect(story.state.status).toBe('canceled');
  });

  it('leaves it past due, and charges the missed periods after the payment', () => {
    const story = renewalFailed('leave_active');
    expect(story.state).toMatchObject({ status: 'past_due', dunning: { isFinal: true } });
    expect(dueAtOf(story.state)).toBeNull();
    const { length } = story.events;
    expect(story.at('2026-03-15T00:00:00Z').tick().events).toHaveLength(length);
    payOwed(story);
    expect(story.state).toMatchObject({
      ...{ status: 'active', periodEndAt: Date.parse('2026-03-01T00:00:00Z') },
    });
    story.tick();
    expect(story.state.charging?.charge.cause).toBe('period:2');
  });

  it('tries a card that the customer saves later, once', () => {
    const story = renewalFailed('leave_active').at('2026-02-20T00:00:00Z');
    const saved = { methodId: newId(), isDefault: true, savedAt: story.now } as const;
    story.command({ type: 'method_saved', ...saved });
    expect(dueAtOf(story.state)).toBe(story.now);
    story.tick().charged(failed);
    expect(story.state).toMatchObject({ status: 'past_due', dunning: { isFinal: true } });
    expect(dueAtOf(story.state)).toBeNull();
  });

  it('ends with a cancellation that was scheduled', () => {
    const story = renewalFailed('leave_active').command({ type: 'cancel', atPeriodEnd: true });
    expect(dueAtOf(story.state)).toBe(Date.parse('2026-03-01T00:00:00Z'));
    expect(story.at('2026-03-01T00:00:00Z').tick().state.status).toBe('canceled');
  });

  it('pauses after the last reminder, and banks the rest of the period', () => {
    const story = reminded('pause');
    expect(story.state).toMatchObject({
      ...{ status: 'paused', pause: { remainingSeconds: 17 * 86_400 } },
      openInvoices: [{}],
    });
    expect(() => story.command({ type: 'resume' })).toThrow(/not paid/);
    payOwed(story);
    expect(story.command({ type: 'resume' }).state).toMatchObject({
      ...{ status: 'active', dunning: null, openInvoices: [] },
    });
  });

  it('leaves it past due after the last reminder', () => {
    const story = reminded('leave_active');
    expect(story.state).toMatchObject({ status: 'past_due', openInvoices: [{}] });
    expect(dueAtOf(story.state)).toBeNull();
    expect(payOwed(story).state.status).toBe('active');
  });

  it('always cancels a subscription that an account pays', () => {
    const story = new Story('2026-01-01T00:00:00Z').finally('pause').charged(failed);
    for (const day of days) story.at(`2026-01-${day}T00:00:00Z`).tick().charged(failed);
    expect(story.state.status).toBe('canceled');
  });
});
