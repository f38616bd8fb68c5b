import { newId } from '@florin/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failed, paid, Story } from '../../../test/stories.ts';
import { toSubscriptionResource } from '../resources/subscription.ts';
import { applyEvent } from './apply.ts';
import { dueAtOf } from './model.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const at = (text: string) => Date.parse(text);

/** A subscription whose first charge failed on 1 January. */
function pastDue(...days: readonly number[]): Story {
  const story = new Story('2026-01-01T00:00:00Z', { payerAccountId: null, customerId: newId() });
  return story.dunnedBy(...days).charged(failed);
}

function save(story: Story, methodId = newId(), fields: object = {}): Story {
  return story.command({
    ...{ type: 'method_saved', methodId, isDefault: true, savedAt: story.now },
    ...fields,
  });
}

const attemptsOf = ({ events }: Story) =>
  events.filter((event) => event.type === 'charge_started').length;

describe('a card saved while its subscription is past due', () => {
  it('is tried at once, not on the next scheduled day', () => {
    const story = save(pastDue(30).at('2026-01-03T10:00:00Z'));
    expect(dueAtOf(story.state)).toBe(at('2026-01-03T10:00:00Z'));
    const shown = toSubscriptionResource(story.state, story.now);
    expect(shown.next_payment_attempt).toBe('2026-01-03T10:00:00.000Z');
    story.tick().charged(paid);
    expect(story.state).toMatchObject({ status: 'active', dunning: null });
  });

  it('does not use up a scheduled attempt when it declines', () => {
    const story = save(pastDue(30).at('2026-01-03T10:00:00Z')).tick().charged(failed);
    expect(story.state).toMatchObject({
      status: 'past_due',
      dunning: { attempts: 2, failedAt: at('2026-01-01T00:00:00Z') },
    });
    expect(dueAtOf(story.state)).toBe(at('2026-01-31T00:00:00Z'));
    story.at('2026-01-31T00:00:00Z').tick().charged(failed);
    expect(story.state).toMatchObject({ status: 'canceled', endedAt: at('2026-01-31') });
  });

  it('is tried once', () => {
    const story = pastDue(30).at('2026-01-03T10:00:00Z');
    const methodId = newId();
    save(story, methodId).tick().charged(failed);
    story.at('2026-01-05T10:00:00Z');
    expect(dueAtOf(save(story, methodId).state)).toBe(at('2026-01-31T00:00:00Z'));
  });

  it('waits an hour after the previous card, and only the newest waits', () => {
    const story = save(pastDue(30).at('2026-01-03T10:00:00Z')).tick().charged(failed);
    const newest = newId();
    for (let saved = 0; saved < 50; saved += 1) {
      story.now += 1_000;
      save(story, saved === 49 ? newest : newId()).tick();
    }
    expect(attemptsOf(story)).toBe(2);
    expect(dueAtOf(story.state)).toBe(at('2026-01-03T11:00:00Z'));
    story.at('2026-01-03T11:00:00Z').tick().charged(failed);
    expect(story.state.dunning?.early?.methodIds.at(-1)).toBe(newest);
    expect(story.state.dunning).toMatchObject({ attempts: 3, early: { made: 2, nextAt: null } });
  });

  it('is limited to ten attempts', () => {
    const story = pastDue(30).at('2026-01-03T10:00:00Z');
    for (let card = 0; card < 15; card += 1) {
      const { length } = story.events;
      save(story).tick();
      if (card < 10) story.charged(failed);
      else expect(story.events).toHaveLength(length);
      story.now += 2 * HOUR_MS;
    }
    expect(story.state.dunning).toMatchObject({ attempts: 11, early: { made: 10 } });
  });

  it('uses the scheduled attempt if that is due within the hour', () => {
    const story = save(pastDue(1).at('2026-01-01T23:30:00Z')).tick().charged(failed);
    save(story.at('2026-01-01T23:40:00Z'));
    expect(dueAtOf(story.state)).toBe(at('2026-01-02T00:00:00Z'));
  });

  it('is tried by the scheduled attempt if that is due first, and not again afterwards', () => {
    const story = save(pastDue(1, 30).at('2026-01-01T22:59:59Z')).tick().charged(failed);
    save(story.at('2026-01-01T23:30:00Z'));
    story.at('2026-01-02T00:00:00Z').tick();
    expect(story.state.charging).not.toHaveProperty('isEarly');
    story.charged(failed);
    expect(dueAtOf(story.state)).toBe(at('2026-01-31T00:00:00Z'));
  });

  it('is not tried if another card was chosen for the subscription, or is the default', () => {
    const story = pastDue(30).at('2026-01-03T10:00:00Z');
    save(story, newId(), { isDefault: false });
    expect(story.state.dunning?.early).toBeUndefined();
    const methodId = newId();
    story.command({ type: 'choose_method', methodId });
    expect(story.state.dunning?.early).toMatchObject({ methodIds: [methodId], nextAt: story.now });
    story.tick().charged(failed);
    const { length } = story.events;
    expect(save(story).events).toHaveLength(length);
  });

  it('is not tried if it was saved before the failure', () => {
    const story = pastDue(30).at('2026-01-03T10:00:00Z');
    const { length } = story.events;
    save(story, newId(), { savedAt: at('2025-12-31T23:59:59Z') });
    expect(story.events).toHaveLength(length);
  });
});

describe('a card saved during a charge', () => {
  const charging = () =>
    new Story('2026-01-01T00:00:00Z', { payerAccountId: null, customerId: newId() }).dunnedBy(30);

  it('is tried next if the charge fails, even the first charge', () => {
    const story = charging();
    const methodId = newId();
    save(story, methodId).charged(failed);
    expect(story.state.dunning).toMatchObject({ attempts: 1, early: { methodIds: [methodId] } });
    expect(dueAtOf(story.state)).toBe(story.now);
    const other = newId();
    save(story.tick(), other);
    story.now += 1_000;
    story.charged(failed);
    expect(dueAtOf(story.state)).toBe(at('2026-01-01T01:00:00Z'));
    expect(story.state.dunning?.early?.methodIds).toEqual([methodId, other]);
  });

  it('changes nothing if the charge succeeds', () => {
    const story = save(charging()).charged(paid);
    expect(story.state).toMatchObject({ status: 'active', charging: null, dunning: null });
  });

  it('stays due until the early attempt has an outcome, so that another process can resume it', () => {
    const story = save(pastDue(30).at('2026-01-03T10:00:00Z')).tick();
    expect(story.state.charging).toMatchObject({ isEarly: true, attempt: 2 });
    expect(dueAtOf(story.state)).toBe(at('2026-01-03T10:00:00Z'));
  });
});

describe('any sequence of saved cards', () => {
  const cards = Array.from({ length: 30 }, () => newId());
  const waits = fc.constantFrom(0, 1_000, 600_000, HOUR_MS, 5 * HOUR_MS, DAY_MS, 4 * DAY_MS);
  const steps = fc.array(fc.tuple(fc.constantFrom(...cards), waits, fc.boolean()), {
    minLength: 1,
    maxLength: 60,
  });
  const schedules = fc.constantFrom([30], [1, 3, 5, 7], [2, 9]);

  it('keeps the scheduled days, with at most one early attempt an hour and ten in total', () => {
    let earlyAttempts = 0;
    const property = fc.property(steps, schedules, (cardsAndWaits, days) => {
      const story = pastDue(...days);
      const work = () => {
        const due = dueAtOf(story.state) ?? Number.POSITIVE_INFINITY;
        if (due <= story.now) story.tick();
        if (story.state.charging) story.charged(failed);
      };
      for (const [card, wait, ticks] of cardsAndWaits) {
        save(story, card);
        if (ticks) work();
        const until = story.now + wait;
        for (
          let due = dueAtOf(story.state);
          due !== null && due <= until;
          due = dueAtOf(story.state)
        ) {
          story.now = Math.max(story.now, due);
          work();
        }
        story.now = until;
      }
      const started = story.events.flatMap((event) =>
        event.type === 'charge_started' && event.charging.attempt > 1 ? [event.charging] : [],
      );
      const early = started.filter(({ isEarly }) => isEarly).map(({ startedAt }) => startedAt);
      const planned = started.filter(({ isEarly }) => !isEarly).map(({ startedAt }) => startedAt);
      earlyAttempts += early.length;
      expect(early.length).toBeLessThanOrEqual(10);
      for (const [index, startedAt] of early.slice(1).entries())
        expect(startedAt - (early[index] ?? 0)).toBeGreaterThanOrEqual(HOUR_MS);
      const first = at('2026-01-01T00:00:00Z');
      expect(planned).toEqual(days.slice(0, planned.length).map((day) => first + day * DAY_MS));
      const [created, ...rest] = story.events;
      if (!created) throw new Error('nothing has happened');
      expect(rest.reduce(applyEvent, applyEvent(undefined, created))).toEqual(story.state);
    });
    fc.assert(property, { seed: 20_260_101, numRuns: 300 });
    expect(earlyAttempts).toBeGreaterThan(300);
  });
});
