import { newId } from '@florin/contracts';
import { costOf, periodBoundary } from '@florin/money';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { anyTerms, seeded, stepsOf, stories } from '../../../test/random-stories.ts';
import { fromJsonText, toJsonText } from '../../json-text.ts';
import type { Charge } from '../charge.ts';
import { explainChange, explainLine } from '../explanation/model.ts';
import { DAY_MS } from '../instants.ts';
import { type Item, itemsOf, type Terms } from '../price.ts';
import { priceUpdate } from '../quote.ts';
import { applyEvent } from './apply.ts';
import { changeOf, type SubscriptionEvent } from './events.ts';
import { hasEnded, type Subscription } from './model.ts';

vi.setConfig({ testTimeout: 600_000 });

it('charges every period once and skips none, for any sequence of commands', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const causes = new Set<string>();
      let last = -1;
      for (const { before, event } of stepsOf(story)) {
        if (event.type !== 'charge_succeeded' || !before) continue;
        const { cause, kind, buys } = event.charge;
        expect(causes).not.toContain(cause);
        causes.add(cause);
        if (kind === 'change') continue;
        // A change of plan that replaces the charge of an owed period takes the next number.
        expect(cause).toBe(`period:${before.nextPeriod}`);
        expect(before.nextPeriod).toBeGreaterThan(last);
        last = before.nextPeriod;
        // Starts exactly where the last period ends: no time is free or paid twice.
        expect(buys.periodStartAt).toBe(before.periodEndAt);
        expect(buys.periodEndAt).toBeGreaterThan(buys.periodStartAt);
      }
    }),
    seeded,
  );
});

/** Rounds half to even with integer fractions, independent of the code under test. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const isUp = twice > denominator || (twice === denominator && whole % 2n === 1n);
  return isUp ? whole + 1n : whole;
}

/**
 * The amount due by the rule, before credit: the new items less the old ones, each rounded by itself.
 * In fractions, independent of the code under test.
 */
function dueOf(before: Subscription, at: number, { buys, lines }: Charge): bigint {
  const rest = BigInt(Math.max(0, before.periodEndAt - at) / 1_000);
  const period = BigInt(before.periodSeconds);
  const isWhole = lines.some(({ type }) => type === 'period');
  const isPartial = lines.some((line) => line.isPartial);
  const isKept = ({ plan, quantity }: Item, terms: Terms) =>
    isPartial &&
    itemsOf(terms).some((item) => item.plan.id === plan.id && item.quantity === quantity);
  const due = itemsOf(buys)
    .filter((item) => !isKept(item, before))
    .map(({ plan, quantity }) => costOf(plan.amount, quantity))
    .map((price) => (isWhole ? price : rounded(price * rest, period)));
  const unused = itemsOf(before)
    .filter((item) => !isKept(item, buys))
    .map(({ plan, quantity }) => costOf(plan.amount, quantity))
    .map((price) => price - rounded(price * (period - rest), period));
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);
  return sum(due) - sum(unused);
}

it('charges and credits amounts that add up', () => {
  fc.assert(
    fc.property(stories, (story) => {
      for (const { before, event } of stepsOf(story)) {
        if (event.type !== 'charge_started' || !before) continue;
        const { amount, lines, kind } = event.charging.charge;
        expect(amount).toBe(lines.reduce((sum, line) => sum + line.amount, 0n));
        if (kind !== 'change') continue;
        const credit = lines.filter(({ type }) => type.startsWith('credit_'));
        const billed = amount - credit.reduce((sum, line) => sum + line.amount, 0n);
        if (before.pause) {
          expect(amount).toBe(0n);
          expect(billed).toBeLessThanOrEqual(0n);
          continue;
        }
        expect(billed).toBe(dueOf(before, event.at, event.charging.charge));
      }
    }),
    seeded,
  );
});

it('leaves out of a change the items that stay', () => {
  let partial = 0;
  fc.assert(
    fc.property(stories, (story) => {
      for (const { before, event } of stepsOf(story)) {
        if (event.type !== 'charge_started' || !before) continue;
        const { lines, buys } = event.charging.charge;
        if (!lines.some(({ isPartial }) => isPartial)) continue;
        partial += 1;
        const named = lines.flatMap(({ type, planId, quantity }) =>
          type === 'proration' || type === 'unused_time' ? [`${type} ${planId} ${quantity}`] : [],
        );
        const names = (type: string, items: readonly Item[]) =>
          items.map(({ plan, quantity }) => `${type} ${plan.id} ${quantity}`);
        const [is, was] = [names('', itemsOf(buys)), names('', itemsOf(before))];
        expect(new Set(named)).toEqual(
          new Set([
            ...is.filter((item) => !was.includes(item)).map((item) => `proration${item}`),
            ...was.filter((item) => !is.includes(item)).map((item) => `unused_time${item}`),
          ]),
        );
      }
    }),
    seeded,
  );
  expect(partial).toBeGreaterThan(30);
});

it('previews what a change charges, now or later', () => {
  let charged = 0;
  const change = fc.record({ terms: anyTerms, later: fc.boolean() });
  fc.assert(
    fc.property(stories, change, (story, { terms, later }) => {
      const timing = later ? ({ effective: 'period_end' } as const) : {};
      const { state, credit, now } = story;
      const command = { type: 'update', ...terms, ...timing } as const;
      const ids = { changeId: newId(), invoiceId: newId() };
      const price = priceUpdate(state, { ...command, ...ids }, undefined, credit, now);
      const before = story.events.length;
      if ('accepted' in price) {
        expect(() => story.updateTo(terms, timing)).toThrow(price.message);
        return;
      }
      story.updateTo(terms, timing);
      const started = story.events.slice(before).find(({ type }) => type === 'charge_started');
      const charge = started?.type === 'charge_started' ? started.charging.charge : undefined;
      if (charge) charged += 1;
      expect(price.amount).toBe(charge?.amount ?? 0n);
      expect(price.lines).toEqual(charge?.lines ?? []);
    }),
    seeded,
  );
  expect(charged).toBeGreaterThan(30);
});

it('is explained by its stored inputs: recomputing each line and change gives the same result', () => {
  fc.assert(
    fc.property(stories, ({ events, creditMoves }) => {
      for (const event of events) {
        if (event.type !== 'charge_started' || event.charging.attempt > 1) continue;
        const { charge } = event.charging;
        const place = creditMoves.findIndex(
          ({ cause, kind }) => cause === charge.cause && kind === 'applied',
        );
        const moves = place === -1 ? [] : creditMoves.slice(0, place);
        const creditBefore = moves.reduce((sum, { amount }) => sum + amount, 0n);
        for (const [index, line] of charge.lines.entries()) {
          const others = charge.lines.slice(0, index);
          expect(explainLine(line, others, creditBefore).recomputed).toBe(line.amount);
        }
        const changeId = changeOf(charge);
        if (changeId === undefined) continue;
        const explained = explainChange(events, changeId, creditBefore);
        expect(explained?.recomputed).toBe(charge.amount);
      }
    }),
    seeded,
  );
});

it('keeps credit non-negative, and moves it once for each cause', () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(stories, ({ credit, creditMoves }) => {
      let balance = 0n;
      for (const { kind, amount } of creditMoves) {
        kinds.add(kind);
        balance += amount;
        expect(balance).toBeGreaterThanOrEqual(0n);
      }
      expect(balance).toBe(credit);
      const names = creditMoves.map(({ cause, kind }) => `${cause} ${kind}`);
      expect(new Set(names).size).toBe(names.length);
    }),
    seeded,
  );
  expect(kinds).toEqual(new Set(['granted', 'applied', 'returned']));
});

it('preserves paid and free time over every pause', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const changedInPause = new Set<number>();
      for (const { before, event, after } of stepsOf(story)) {
        if (before?.pause && event.type === 'charge_succeeded')
          changedInPause.add(before.pause.pausedAt);
        if (event.type !== 'resumed' || !before?.pause) continue;
        const leftWhenPaused = Math.max(0, before.periodEndAt - before.pause.pausedAt);
        const banked = before.pause.remainingSeconds * 1_000;
        expect(after.periodEndAt - event.at).toBe(banked);
        if (!changedInPause.has(before.pause.pausedAt)) expect(banked).toBe(leftWhenPaused);
        expect(after.periodSeconds).toBe(before.periodSeconds);
      }
    }),
    seeded,
  );
});

it('is restored exactly by replaying its stored history', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const stored = story.events.map((event) => toJsonText(event));
      const replayed = stored.reduce<Subscription | undefined>(
        (state, text) => applyEvent(state, fromJsonText<SubscriptionEvent>(text)),
        undefined,
      );
      expect(replayed).toEqual(story.state);
      expect(fromJsonText(toJsonText(story.state))).toEqual(story.state);
    }),
    seeded,
  );
});

it('keeps the invariants of every state', () => {
  fc.assert(
    fc.property(stories, (story) => {
      for (const { before, event, after } of stepsOf(story)) {
        const { timezone, anchorAt, nextIndex, plan } = after;
        const rule = { ...plan, timezone, anchorAt };
        // A free change in a trial moves no boundary: all paid periods are still to come.
        expect(after.periodEndAt).toBe(periodBoundary(rule, nextIndex));
        expect((after.pause !== null) === (after.status === 'paused')).toBe(true);
        expect((after.endedAt !== null) === hasEnded(after)).toBe(true);
        if (after.status === 'past_due' && event.type !== 'attempt_failed')
          expect(after.dunning).not.toBeNull();
        if (event.type === 'charge_started')
          expect(event.charging.charge.amount).toBeGreaterThanOrEqual(0n);
        // After its end, remaining invoices are paid or given up.
        if (before && hasEnded(before))
          expect(['invoice_given_up', 'invoice_settled']).toContain(event.type);
      }
    }),
    seeded,
  );
});

it('uses one retry schedule from the first failure to the end, without bursts', () => {
  let retried = 0;
  fc.assert(
    fc.property(stories, (story) => {
      for (const { before, event, after } of stepsOf(story)) {
        const [was, is] = [before?.dunning, after.dunning];
        if (event.type !== 'attempt_failed' || !was || !is || is.attempts === 1) continue;
        retried += 1;
        expect(is).toMatchObject({ days: was.days, failedAt: was.failedAt });
        const planned = is.failedAt + (is.days?.[is.attempts - 1] ?? 0) * DAY_MS;
        expect(is.nextAttemptAt).toBe(planned > event.at ? planned : event.at + DAY_MS);
      }
    }),
    seeded,
  );
  expect(retried).toBeGreaterThan(30);
});
