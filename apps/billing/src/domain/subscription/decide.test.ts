import { newId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { beginnings, failed, ownPlan, paid, planOf, Story, sent } from '../../../test/stories.ts';
import type { Subscription } from './model.ts';

const DAY_SECONDS = 86_400;
const pro = planOf('pro_monthly');
const basic = planOf('basic_monthly');

type Doing = (story: Story) => unknown;
const doings = {
  'cancel now': (story) => story.command({ type: 'cancel', atPeriodEnd: false }),
  'cancel at end': (story) => story.command({ type: 'cancel', atPeriodEnd: true }),
  up: (story) => story.update(pro),
  down: (story) => story.update(ownPlan(500n, 'month', 1)),
  pause: (story) => story.command({ type: 'pause', resumesAt: null }),
  resume: (story) => story.command({ type: 'resume' }),
  uncancel: (story) => story.command({ type: 'uncancel' }),
} satisfies Record<string, Doing>;

type Expected = Partial<Subscription> | 409;
const at = (text: string) => Date.parse(`${text}T00:00:00Z`);
const now = (text: string) => Date.parse(`${text}Z`);

const table: Record<keyof typeof beginnings, Record<keyof typeof doings, Expected>> = {
  trialing: {
    'cancel now': { status: 'canceled', endedAt: at('2026-01-05'), canceledAt: at('2026-01-05') },
    'cancel at end': { status: 'trialing', isCancelScheduled: true },
    up: { status: 'trialing', plan: pro, charging: null, periodEndAt: at('2026-01-15') },
    down: { status: 'trialing', plan: ownPlan(500n, 'month', 1), pendingChange: null },
    pause: {
      status: 'paused',
      pause: {
        pausedAt: at('2026-01-05'),
        resumesAt: null,
        remainingSeconds: 10 * DAY_SECONDS,
        from: 'trialing',
      },
    },
    resume: 409,
    uncancel: 409,
  },
  active: {
    'cancel now': { status: 'canceled', cancellationReason: 'requested' },
    'cancel at end': {
      status: 'active',
      isCancelScheduled: true,
      canceledAt: now('2026-01-16T12:00:00'),
    },
    up: { status: 'active', plan: basic }, // Keeps the old plan until it is paid.
    down: {
      status: 'active',
      plan: basic,
      pendingChange: { plan: ownPlan(500n, 'month', 1), quantity: 1 },
    },
    pause: {
      status: 'paused',
      pause: {
        pausedAt: now('2026-01-16T12:00:00'),
        resumesAt: null,
        remainingSeconds: 15.5 * DAY_SECONDS,
        from: 'active',
      },
    },
    resume: 409,
    uncancel: 409,
  },
  past_due: {
    'cancel now': { status: 'canceled', dunning: null },
    'cancel at end': { status: 'past_due', isCancelScheduled: true, endedAt: null },
    up: {
      status: 'past_due',
      plan: planOf('pro_monthly'),
      charging: chargeOf(2_500n),
    },
    down: {
      status: 'past_due',
      plan: planOf('basic_monthly'),
      pendingChange: expect.objectContaining({ quantity: 1 }),
    },
    pause: 409,
    resume: 409,
    uncancel: 409,
  },
  paused: {
    'cancel now': { status: 'canceled' },
    'cancel at end': { status: 'paused', isCancelScheduled: true, endedAt: null },
    up: { status: 'paused', charging: chargeOf(0n) },
    down: {
      status: 'paused',
      plan: planOf('basic_monthly'),
      pendingChange: expect.objectContaining({ quantity: 1 }),
    },
    pause: { status: 'paused' },
    resume: {
      status: 'active',
      periodStartAt: now('2026-01-16T12:00:00'),
      periodEndAt: at('2026-02-01'),
      anchorAt: at('2026-02-01'),
    },
    uncancel: 409,
  },
  canceled: { ...allRefused() },
  expired: { ...allRefused() },
};

function chargeOf(amount: bigint) {
  return expect.objectContaining({ charge: expect.objectContaining({ amount }) });
}

function allRefused(): Record<keyof typeof doings, 409> {
  return {
    'cancel now': 409,
    'cancel at end': 409,
    up: 409,
    down: 409,
    pause: 409,
    resume: 409,
    uncancel: 409,
  };
}

describe('every command in every state', () => {
  const cells = Object.entries(table).flatMap(([status, row]) =>
    Object.entries(row).map(([doing, expected]) => [status, doing, expected] as const),
  );
  it.each(cells)('%s, %s', (status, doing, expected) => {
    const story = beginnings[status as keyof typeof beginnings]();
    expect(story.state.status).toBe(status);
    const act = doings[doing as keyof typeof doings];
    if (expected === 409) expect(() => act(story)).toThrow(/^conflict: .{20}/);
    else {
      act(story);
      expect(story.state).toMatchObject(expected);
    }
  });

  it.each(Object.keys(doings))('refuses to %s while a charge is pending', (doing) => {
    const story = new Story('2026-01-01T00:00:00Z');
    expect(() => doings[doing as keyof typeof doings](story)).toThrow(/^busy/);
  });
});

describe('the end of a period or trial', () => {
  it('charges the first period when a trial ends', () => {
    const story = beginnings.trialing().at('2026-01-12T00:00:00Z').tick();
    expect(story.state).toMatchObject({ status: 'trialing', isTrialEndAnnounced: true });
    expect(story.tick().events).toHaveLength(2); // The announcement happens once.
    story.at('2026-01-15T00:00:00Z').tick();
    expect(story.state.charging).toMatchObject({ charge: { cause: 'period:0', amount: 1_000n } });
    story.tick(); // A second tick must not charge twice.
    expect(story.events).toHaveLength(3);
    expect(story.charged(paid).state).toMatchObject({
      status: 'active',
      periodStartAt: at('2026-01-15'),
      periodEndAt: at('2026-02-15'),
    });
  });

  it('cancels at the end of a trial, which is free until its last second', () => {
    const story = beginnings.trialing().command({ type: 'cancel', atPeriodEnd: true });
    story.at('2026-01-14T23:59:59Z').tick().tick();
    expect(story.state.status).toBe('trialing');
    story.at('2026-01-15T00:00:00Z').tick();
    expect(story.state).toMatchObject({ status: 'canceled', endedAt: at('2026-01-15') });
    expect(story.state.latestInvoiceId).toBeNull();
  });

  it('undoes the cancellation, and then charges', () => {
    const story = beginnings.active().command({ type: 'cancel', atPeriodEnd: true });
    story.command({ type: 'cancel', atPeriodEnd: true }).command({ type: 'uncancel' });
    expect(story.state).toMatchObject({ isCancelScheduled: false, canceledAt: null });
    expect(story.at('2026-02-01T00:00:00Z').tick().state.charging).not.toBeNull();
  });

  it('counts months from the anchor: 31 January, 28 February, 31 March', () => {
    const story = new Story('2026-01-31T00:00:00Z').charged(paid);
    for (const day of ['2026-02-28', '2026-03-31', '2026-04-30']) {
      expect(story.state.periodEndAt).toBe(at(day));
      story.at(`${day}T00:00:00Z`).tick().charged(paid);
    }
    expect(story.state.nextPeriod).toBe(4);
  });

  it('bills missed periods oldest first after a late payment, with the same anchor', () => {
    const plan = ownPlan(100n, 'day', 1);
    const story = new Story('2026-01-01T00:00:00Z', { plan }).charged(paid);
    story.at('2026-01-02T00:00:00Z').tick().charged(failed);
    expect(story.state).toMatchObject({ status: 'past_due', periodEndAt: at('2026-01-02') });
    story.at('2026-01-04T06:00:00Z').tick().charged(paid);
    const starts = [story.state.periodStartAt];
    for (let missed = 0; missed < 2; missed += 1)
      starts.push(story.tick().charged(paid).state.periodStartAt);
    expect(starts).toEqual([at('2026-01-02'), at('2026-01-03'), at('2026-01-04')]);
    expect(story.tick().state.charging).toBeNull();
  });
});

describe('an invoice that cannot be collected', () => {
  it('is retried 1, 3, 5 and 7 days later, then the subscription is canceled', () => {
    const story = beginnings.past_due();
    expect(story.state.dunning).toMatchObject({ attempts: 1, nextAttemptAt: at('2026-01-02') });
    for (const [day, next] of [
      ['2026-01-02', '2026-01-04'],
      ['2026-01-04', '2026-01-06'],
      ['2026-01-06', '2026-01-08'],
    ] as const) {
      story.at(`${day}T00:00:00Z`).tick().charged(failed);
      expect(story.state).toMatchObject({
        status: 'past_due',
        dunning: { nextAttemptAt: at(next) },
      });
    }
    story.at('2026-01-08T00:00:00Z').tick().charged(failed);
    expect(story.state).toMatchObject({
      status: 'canceled',
      cancellationReason: 'payment_failed',
      endedAt: at('2026-01-08'),
    });
    expect(story.events.at(-1)).toMatchObject({ type: 'ended', invoices: 'uncollectible' });
  });

  it('expires after a trial that was never paid for', () => {
    expect(beginnings.expired().state).toMatchObject({
      status: 'expired',
      cancellationReason: 'payment_failed',
      canceledAt: null,
      endedAt: at('2026-01-22'),
    });
  });

  it('does not retry missed attempts in a burst', () => {
    const story = beginnings.past_due().at('2026-01-20T00:00:00Z').tick().charged(failed);
    expect(story.state.dunning?.nextAttemptAt).toBe(at('2026-01-21'));
  });

  it('becomes active again when a retry is paid; a late outcome changes nothing', () => {
    const story = beginnings.past_due().at('2026-01-02T00:00:00Z').tick();
    story.charged(paid);
    expect(story.state).toMatchObject({ status: 'active', periodEndAt: at('2026-02-01') });
    const { length } = story.events;
    for (const outcome of [paid, failed])
      story.command({ type: 'record_charge', cause: 'period:0', attempt: 2, outcome });
    expect(story.events).toHaveLength(length);
  });

  it('counts money that arrives after the attempt was given up', () => {
    const story = beginnings.past_due();
    story.command({ type: 'record_charge', cause: 'period:0', attempt: 1, outcome: paid });
    expect(story.state).toMatchObject({ status: 'active', dunning: null });
  });
});

describe('a sent invoice', () => {
  const daily = ownPlan(100n, 'day', 1);
  const sentStory = (plan = basic) =>
    new Story('2026-01-01T00:00:00Z', { payerAccountId: null, customerId: newId(), plan }).charged(
      sent(),
    );

  it('makes the subscription active, and past due if it is unpaid at the end of the third day', () => {
    const story = sentStory();
    expect(story.state.status).toBe('active');
    story.at('2026-01-04T23:59:58Z').tick();
    expect(story.state.status).toBe('active');
    story.at('2026-01-05T00:00:00Z').tick();
    expect(story.state).toMatchObject({
      status: 'past_due',
      dunning: { charge: null, attempts: 1, nextAttemptAt: at('2026-01-06') },
    });
    for (const day of ['06', '08', '10', '12']) story.at(`2026-01-${day}T00:00:00Z`).tick();
    expect(story.state).toMatchObject({ status: 'canceled', cancellationReason: 'payment_failed' });
  });

  it('makes the subscription active again when it is paid', () => {
    const story = sentStory().at('2026-01-05T00:00:00Z').tick();
    const invoiceId = story.state.latestInvoiceId ?? '';
    story.at('2026-01-05T12:00:00Z').command({ type: 'record_payment', invoiceId });
    expect(story.state).toMatchObject({ status: 'active', hasEverPaid: true, openInvoices: [] });
    const { length } = story.events;
    story.command({ type: 'record_payment', invoiceId });
    expect(story.events).toHaveLength(length);
  });

  it('stays past due with the next overdue invoice if only the first was paid', () => {
    const story = sentStory(daily);
    for (const day of ['02', '03', '04'])
      story.at(`2026-01-${day}T00:00:00Z`).tick().charged(sent());
    const [first, second] = story.state.openInvoices;
    story.at('2026-01-05T00:00:00Z').tick();
    expect(story.state.dunning?.invoiceId).toBe(first?.invoiceId);
    story.at('2026-01-06T00:00:00Z');
    story.command({ type: 'record_payment', invoiceId: first?.invoiceId ?? '' });
    expect(story.state).toMatchObject({
      status: 'past_due',
      dunning: { invoiceId: second?.invoiceId, attempts: 1 },
    });
    story.command({ type: 'record_payment', invoiceId: second?.invoiceId ?? '' });
    expect(story.state.status).toBe('active');
  });

  it('has no due date while the subscription is paused', () => {
    const story = sentStory().at('2026-01-02T00:00:00Z');
    story.command({ type: 'pause', resumesAt: at('2026-03-01') });
    story.at('2026-03-01T00:00:07Z').tick();
    expect(story.state).toMatchObject({
      status: 'active',
      periodStartAt: at('2026-03-01'),
      periodEndAt: at('2026-03-31'),
      openInvoices: [{ dueAt: at('2026-03-04') - 1_000 }],
    });
  });

  it('is voided when the subscription is canceled now; otherwise given up a week later', () => {
    const canceled = sentStory().command({ type: 'cancel', atPeriodEnd: false });
    expect(canceled.events.at(-1)).toMatchObject({ type: 'ended', invoices: 'void' });
    const story = sentStory(daily).command({ type: 'cancel', atPeriodEnd: true });
    story.at('2026-01-02T00:00:00Z').tick();
    expect(story.state).toMatchObject({ status: 'canceled', openInvoices: [{}] });
    story.at('2026-01-11T23:59:58Z').tick();
    expect(story.state.openInvoices).toHaveLength(1);
    story.at('2026-01-12T00:00:00Z').tick();
    expect(story.state.openInvoices).toHaveLength(0);
  });
});
