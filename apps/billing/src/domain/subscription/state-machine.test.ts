import { readFileSync } from 'node:fs';
import { newId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { beginnings, failed, ownPlan, paid, planOf, Story, sent } from '../../../test/stories.ts';
import type { VoidInvoice } from './commands.ts';
import {
  type State,
  states,
  type Trigger,
  transitions,
  triggers,
  withStateMachine,
} from './state-machine.ts';

const weekly = ownPlan(100n, 'week', 1);
const customer = { payerAccountId: null, customerId: newId() };
/** A customer's subscription with a sent invoice. */
const sentStory = (plan = planOf('basic_monthly')) =>
  new Story('2026-01-01T00:00:00Z', { ...customer, plan }).charged(sent());
const overdue = () => sentStory(weekly).at('2026-01-05T00:00:00Z').tick();
const flagged = (story: Story) => story.command({ type: 'cancel', atPeriodEnd: true });
const payOldest = (story: Story) =>
  story.command({
    type: 'record_payment',
    invoiceId: story.state.openInvoices[0]?.invoiceId ?? '',
  });
const voidIt = (
  story: Story,
  invoiceId = newId(),
  subscription: VoidInvoice['subscription'] = null,
  status: VoidInvoice['status'] = 'open',
) => story.command({ type: 'void_invoice', invoiceId, status, subscription });
const voidOldest = (story: Story, subscription: VoidInvoice['subscription'] = null) =>
  voidIt(story, story.state.openInvoices[0]?.invoiceId, subscription);
const atEnd = (story: Story) => {
  story.now = story.state.periodEndAt;
  if (story.state.status === 'trialing' && !story.state.isTrialEndAnnounced) story.tick();
  return story.tick();
};
const untilEnded = (story: Story) => {
  for (const day of ['02', '04', '06', '08', '16', '18', '20', '22'])
    if (story.state.status === 'past_due') {
      story.at(`2026-01-${day}T00:00:00Z`).tick();
      if (story.state.charging) story.charged(failed);
    }
  return story;
};

const { trialing, active, past_due, paused, canceled } = beginnings;
const pausedTrial = () => trialing().command({ type: 'pause', resumesAt: null });
const flaggedAndPaused = () => flagged(active()).command({ type: 'pause', resumesAt: null });
const afterTrial = () => atEnd(trialing()).charged(failed);
const unpaid = () => new Story('2026-01-01T00:00:00Z', customer).charged(failed);
const keptInvoice = () => atEnd(flagged(sentStory(ownPlan(100n, 'day', 1))));

/** All ways to reach a transition in a state; by default, the plain request. */
const ways: Partial<Record<Trigger, Partial<Record<State, (() => Story)[]>>>> = {
  'period or trial end': {
    trialing: [() => atEnd(trialing()), () => atEnd(flagged(trialing()))],
    active: [() => atEnd(active()), () => atEnd(flagged(active()))],
    past_due: [
      () => atEnd(overdue()),
      () => atEnd(flagged(sentStory(weekly)).at('2026-01-05T00:00:00Z').tick()),
    ],
  },
  'charge paid': {
    trialing: [() => atEnd(trialing()).charged(paid)],
    active: [
      () => atEnd(active()).charged(paid),
      () => active().update(planOf('pro_monthly')).charged(paid),
      () => payOldest(sentStory()),
    ],
    past_due: [
      () => past_due().at('2026-01-02T00:00:00Z').tick().charged(paid),
      () => payOldest(overdue()),
    ],
    paused: [() => payOldest(sentStory().command({ type: 'pause', resumesAt: null }))],
    canceled: [() => payOldest(keptInvoice())],
  },
  'charge fails': {
    trialing: [afterTrial],
    active: [
      () => atEnd(active()).charged(failed),
      () => active().update(planOf('pro_monthly')).charged(failed),
      overdue,
    ],
    past_due: [
      () => past_due().at('2026-01-02T00:00:00Z').tick().charged(failed),
      () => untilEnded(past_due()),
      () => untilEnded(afterTrial()),
      () => untilEnded(unpaid().finally('pause')),
    ],
  },
  'void of its period’s invoice': {
    active: [() => voidOldest(sentStory()), () => voidOldest(sentStory(), 'keep')],
    past_due: [
      () => voidOldest(overdue()),
      () => voidOldest(overdue(), 'keep'),
      () => voidIt(past_due(), past_due().state.dunning?.invoiceId),
    ],
    paused: [
      () => voidOldest(sentStory().command({ type: 'pause', resumesAt: null })),
      () => voidOldest(sentStory().command({ type: 'pause', resumesAt: null }), 'keep'),
    ],
    canceled: [() => voidOldest(keptInvoice())],
    expired: [() => voidIt(beginnings.expired(), newId(), null, 'uncollectible')],
  },
  uncancel: {
    trialing: [() => flagged(trialing()).command({ type: 'uncancel' })],
    active: [() => flagged(active()).command({ type: 'uncancel' })],
    past_due: [() => flagged(past_due()).command({ type: 'uncancel' })],
    paused: [() => flaggedAndPaused().command({ type: 'uncancel' })],
  },
  'cancel at end': {
    paused: [() => flagged(paused()), () => flagged(flaggedAndPaused())],
  },
  resume: {
    paused: [
      () => paused().command({ type: 'resume' }),
      () => pausedTrial().command({ type: 'resume' }),
      () => {
        const story = active();
        story.command({ type: 'pause', resumesAt: story.now + 86_400_000 });
        story.now += 86_400_000;
        return story.tick();
      },
    ],
  },
};

const asked: Partial<Record<Trigger, (story: Story) => Story>> = {
  'cancel now': (story) => story.command({ type: 'cancel', atPeriodEnd: false }),
  'cancel at end': flagged,
  uncancel: (story) => story.command({ type: 'uncancel' }),
  'update up': (story) => story.update(planOf('pro_monthly')),
  'update down': (story) => story.update(ownPlan(500n, 'month', 1)),
  pause: (story) => story.command({ type: 'pause', resumesAt: null }),
  resume: (story) => story.command({ type: 'resume' }),
};

describe('the state machine', () => {
  const cells = states.flatMap((state) =>
    triggers.map((trigger) => [state, trigger, transitions[state][trigger]] as const),
  );

  it.each(cells)('%s, %s: %j', (state, trigger, cell) => {
    const ask = asked[trigger];
    const taking = ask && [() => ask(beginnings[state]())];
    const taken = ways[trigger]?.[state] ?? taking ?? [];
    if (cell === 409) {
      expect(taken).not.toEqual([]);
      for (const way of taken) expect(way).toThrow(/^conflict: /);
      return;
    }
    const found = new Set(taken.map((way) => way().state.status));
    expect([...found].sort()).toEqual([...(cell?.to ?? [])].sort());
  });

  it('does nothing if nothing can happen', () => {
    for (const begin of [paused, canceled, beginnings.expired]) {
      const story = begin().at('2030-01-01T00:00:00Z');
      const { length } = story.events;
      expect(story.tick().events).toHaveLength(length);
    }
  });
});

it('README.md contains the generated table: run `pnpm generate`', () => {
  const committed = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  expect(withStateMachine(committed)).toBe(committed);
});
