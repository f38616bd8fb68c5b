import { type EventType, eventCatalogue } from '@florin/contracts';
import { expect, it } from 'vitest';
import { bySystem } from '../src/domain/cause.ts';
import { subscriptionEvents } from '../src/domain/public-events/subscription.ts';
import { toSubscriptionResource } from '../src/domain/resources/subscription.ts';
import { applyEvent } from '../src/domain/subscription/apply.ts';
import type { Subscription } from '../src/domain/subscription/model.ts';
import { beginnings, failed, paid, planOf, type Story } from './stories.ts';

const ends = { type: 'cancel', atPeriodEnd: true } as const;
const at = (story: Story, instant: string) => story.at(instant).tick();

/** Every transition between statuses, and changes within one. */
const stories: Readonly<Record<string, () => Story>> = {
  ...beginnings,
  'a trial that is paid': () =>
    at(at(beginnings.trialing(), '2026-01-12T00:00:00Z'), '2026-01-15T00:00:00Z').charged(paid),
  'a trial that is paused': () =>
    beginnings.trialing().command({ type: 'pause', resumesAt: null }).command({ type: 'resume' }),
  'a trial that is canceled': () =>
    beginnings.trialing().command({ type: 'cancel', atPeriodEnd: false }),
  'a period that is not paid': () =>
    at(beginnings.active(), '2026-02-01T00:00:00Z').charged(failed),
  'a debt that is paid': () => at(beginnings.past_due(), '2026-01-02T00:00:00Z').charged(paid),
  'a debt that is canceled': () =>
    beginnings.past_due().command({ type: 'cancel', atPeriodEnd: false }),
  'a pause that ends': () => beginnings.paused().command({ type: 'resume' }),
  'a pause that is canceled': () =>
    beginnings.paused().command({ type: 'cancel', atPeriodEnd: false }),
  'an end that is taken back': () =>
    beginnings.active().command(ends).command({ type: 'uncancel' }),
  'an end that comes': () => at(beginnings.active().command(ends), '2026-02-01T00:00:00Z'),
  'a dearer plan': () => beginnings.active().update(planOf('pro_monthly')).charged(paid),
  'a cheaper plan': () =>
    beginnings
      .active()
      .update(planOf('basic_monthly'), 2)
      .charged(paid)
      .update(planOf('basic_monthly')),
};

const published = new Set<EventType>();

it.each(Object.entries(stories))(
  '%s: every change that clients can see has its event',
  (_name, makeStory) => {
    let subscription: Subscription | undefined;
    let version = 0;
    for (const event of makeStory().events) {
      const before = subscription;
      const after = applyEvent(before, event);
      subscription = after;
      const stored = { subscription: before ?? after, version, historyLength: 0, updatedAt: 0 };
      const occasion = { nowMs: event.at, realMs: event.at, cause: bySystem };
      const events = subscriptionEvents(stored, after, [event], occasion);
      const show = (one: Subscription) => JSON.stringify(toSubscriptionResource(one, event.at));
      const isVisible =
        version === 0 ? after.status !== 'incomplete' : before && show(before) !== show(after);
      if (isVisible) expect([event.type, events.length]).not.toEqual([event.type, 0]);
      for (const { type } of events) published.add(type as EventType);
      version += events.length;
    }
  },
);

it('produces every event of subscriptions', () => {
  const all = Object.keys(eventCatalogue).filter((type) => type.startsWith('subscription.'));
  expect([...published].toSorted()).toEqual(all.toSorted());
});
