import { describe, expect, it } from 'vitest';
import { beginnings, paid, Story } from '../../../test/stories.ts';
import { applyEvent } from './apply.ts';
import type { SubscriptionEvent } from './events.ts';
import { endsAtOf } from './model.ts';

const at = (text: string) => Date.parse(`${text}T00:00:00Z`);

describe('pauses', () => {
  it('bank the seconds of a trial', () => {
    const story = beginnings.trialing().command({ type: 'pause', resumesAt: null });
    story.at('2026-06-01T00:00:00Z').command({ type: 'resume' });
    expect(story.state).toMatchObject({
      status: 'trialing',
      trialEndAt: at('2026-06-11'),
      anchorAt: at('2026-06-11'),
    });
  });

  /** Active since 1 January, canceled at the end of the period, paused on the 10th. */
  const canceledAndPaused = (resumesAt: string | null) => {
    const story = new Story('2026-01-01T00:00:00Z').charged(paid).at('2026-01-10T00:00:00Z');
    story.command({ type: 'cancel', atPeriodEnd: true });
    return story.command({ type: 'pause', resumesAt: resumesAt === null ? null : at(resumesAt) });
  };

  it('keep a scheduled cancellation: it ends after the banked time, without a charge', () => {
    const story = canceledAndPaused('2026-01-20');
    const charges = story.events.filter(({ type }) => type === 'charge_started').length;
    expect(story.state).toMatchObject({ status: 'paused', canceledAt: at('2026-01-10') });
    expect(story.state).toMatchObject({ cancellationReason: 'requested', isCancelScheduled: true });
    expect(endsAtOf(story.state)).toBe(at('2026-02-11'));
    story.at('2026-01-20T00:00:00Z').tick();
    expect(story.state).toMatchObject({ status: 'active', periodEndAt: at('2026-02-11') });
    story.at('2026-02-10T23:59:59Z').tick();
    expect(story.state.status).toBe('active');
    story.at('2026-02-11T00:00:00Z').tick();
    expect(story.state).toMatchObject({ status: 'canceled', endedAt: at('2026-02-11') });
    expect(story.events.filter(({ type }) => type === 'charge_started')).toHaveLength(charges);
  });

  it('keep a scheduled cancellation of a trial', () => {
    const story = beginnings.trialing().command({ type: 'cancel', atPeriodEnd: true });
    story.command({ type: 'pause', resumesAt: null }).at('2026-06-01T00:00:00Z');
    story.command({ type: 'resume' }).at('2026-06-11T00:00:00Z').tick().tick();
    expect(story.state).toMatchObject({ status: 'canceled', endedAt: at('2026-06-11') });
  });

  it('have no known end until they are resumed', () => {
    const story = canceledAndPaused(null);
    expect(endsAtOf(story.state)).toBeNull();
    story.at('2026-03-01T00:00:00Z').command({ type: 'resume' });
    expect(endsAtOf(story.state)).toBe(at('2026-03-23'));
  });

  it('accept commands about a scheduled cancellation', () => {
    const story = canceledAndPaused(null);
    const { length } = story.events;
    story.command({ type: 'cancel', atPeriodEnd: true });
    expect(story.events).toHaveLength(length);
    story.command({ type: 'uncancel' });
    expect(story.state).toMatchObject({ status: 'paused', isCancelScheduled: false });
    expect(story.state).toMatchObject({ canceledAt: null, cancellationReason: null });
    story.at('2026-03-01T00:00:00Z').command({ type: 'resume' });
    story.at('2026-03-23T00:00:00Z').tick();
    expect(story.state.charging).not.toBeNull();
    const now = canceledAndPaused(null).command({ type: 'cancel', atPeriodEnd: false });
    expect(now.state).toMatchObject({ status: 'canceled', endedAt: at('2026-01-10') });
  });

  it('replay old history, in which a pause cleared the cancellation', () => {
    const { events } = canceledAndPaused(null);
    const [first, ...rest] = events.map((event) => {
      if (event.type !== 'paused') return event;
      const { keepsCancellation: _, ...before } = event;
      return before;
    });
    const state = rest.reduce(applyEvent, applyEvent(undefined, first as SubscriptionEvent));
    expect(state).toMatchObject({ status: 'paused', isCancelScheduled: false, canceledAt: null });
  });

  it.each([
    ['now', '2026-01-16T12:00:00Z'],
    ['in the past', '2026-01-01T00:00:00Z'],
    ['in more than a year', '2027-02-01T00:00:00Z'],
  ])('cannot end %s', (_, resumesAt) => {
    const pause = { type: 'pause', resumesAt: Date.parse(resumesAt) } as const;
    expect(() => beginnings.active().command(pause)).toThrow(/^invalid_request: resumes_at/);
  });

  it('end with the account, as the only status besides trials', () => {
    const story = beginnings.paused().command({ type: 'end_with_account' });
    expect(story.state).toMatchObject({ status: 'canceled', cancellationReason: 'account_closed' });
    expect(beginnings.active().command({ type: 'end_with_account' }).state.status).toBe('active');
  });

  it('end with the account like trials do', () => {
    const story = beginnings.trialing().command({ type: 'end_with_account' });
    expect(story.state).toMatchObject({ status: 'canceled', cancellationReason: 'account_closed' });
  });
});
