import { newId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { beginnings, failed, ownPlan, paid, planOf, Story, sent } from '../../../test/stories.ts';
import { dueAtOf, endsAtOf } from './model.ts';

const basic = planOf('basic_monthly');
const pro = planOf('pro_monthly');
const at = (text: string) => Date.parse(`${text}T00:00:00Z`);

/** The charge of its second month failed. */
const owing = () =>
  new Story('2026-01-01T00:00:00Z')
    .charged(paid)
    .at('2026-02-01T00:00:00Z')
    .tick()
    .charged(failed)
    .at('2026-02-01T12:00:00Z');
/** A customer with a weekly plan whose sent invoice is overdue within the period. */
const overdue = () =>
  new Story('2026-01-01T00:00:00Z', {
    ...{ payerAccountId: null, customerId: newId(), plan: ownPlan(700n, 'week', 1) },
  })
    .charged(sent())
    .at('2026-01-05T00:00:00Z')
    .tick();

it('keeps the charge of a change while an overdue invoice is paid and the next one is overdue', () => {
  const story = new Story('2026-01-01T00:00:00Z', {
    ...{ payerAccountId: null, customerId: newId(), plan: basic },
  });
  // The first outcome arrives after the period, so both invoices are sent on one day.
  story.at('2026-02-02T00:00:00Z').charged(sent());
  story.tick().charged(sent());
  story.at('2026-02-08T00:00:00Z').tick();
  const [first, second] = story.state.openInvoices;
  story.update(pro);
  const { charging } = story.state;
  story.command({ type: 'record_payment', invoiceId: first?.invoiceId ?? '' });
  expect(story.state).toMatchObject({
    ...{ status: 'past_due', charging, dunning: { invoiceId: second?.invoiceId, charge: null } },
  });
  story.charged(paid);
  expect(story.state).toMatchObject({ status: 'past_due', plan: pro, charging: null });
});

describe('an upgrade of an owed period', () => {
  it('replaces its charge by one at the new price, and changes the plan at once', () => {
    const story = owing();
    const before = story.state;
    story.update(pro);
    expect(story.state).toMatchObject({ status: 'past_due', plan: pro });
    expect(story.state.charging?.charge).toMatchObject({
      cause: 'period:2',
      amount: 2_500n,
      buys: { periodStartAt: at('2026-02-01'), periodEndAt: at('2026-03-01') },
    });
    expect(story.events.at(-3)).toMatchObject({
      type: 'invoice_voided',
      invoiceId: before.dunning?.invoiceId,
    });
    story.charged(paid);
    expect(story.state).toMatchObject({ status: 'active', plan: pro, dunning: null });
    story.at('2026-03-01T00:00:00Z').tick();
    expect(story.state.charging?.charge).toMatchObject({ cause: 'period:3', amount: 2_500n });
  });

  it('applies even if the charge fails, and keeps the retry schedule', () => {
    const { dunning: before } = owing().state;
    const story = owing().update(pro);
    const replaced = story.state.charging?.charge;
    story.charged(failed);
    expect(story.state).toMatchObject({
      status: 'past_due',
      plan: pro,
      dunning: { ...before, invoiceId: replaced?.invoiceId, charge: replaced },
    });
    for (const day of ['02', '04', '06', '08'])
      story.at(`2026-02-${day}T00:00:00Z`).tick().charged(failed);
    expect(story.state).toMatchObject({ status: 'canceled', cancellationReason: 'payment_failed' });
  });

  it('counts another interval from the end of the paid time, however often it changes', () => {
    const story = owing().update(planOf('basic_yearly'), 2).charged(failed);
    story.update(planOf('business_yearly'));
    expect(story.state.charging?.charge.buys).toMatchObject({
      plan: planOf('business_yearly'),
      periodStartAt: at('2026-02-01'),
      periodEndAt: at('2027-02-01'),
    });
    expect(story.charged(paid).state).toMatchObject({ status: 'active', quantity: 1 });
  });
});

describe('a downgrade of an owed period', () => {
  it('takes effect with the period after it', () => {
    const cheap = ownPlan(500n, 'month', 1);
    const story = owing().update(cheap).at('2026-02-02T00:00:00Z').tick().charged(paid);
    expect(story.state).toMatchObject({ plan: basic, pendingChange: { plan: cheap } });
    story.at('2026-03-01T00:00:00Z').tick();
    expect(story.state.charging?.charge.amount).toBe(500n);
    expect(story.charged(paid).state).toMatchObject({ plan: cheap, pendingChange: null });
  });

  it('is dropped by requesting the owed plan', () => {
    const story = owing()
      .update(ownPlan(500n, 'month', 1))
      .update(basic);
    expect(story.state.pendingChange).toBeNull();
  });
});

describe('a change while a sent invoice is overdue', () => {
  it('charges the difference for the remaining time, and stays past due because of that invoice', () => {
    const story = overdue().update(ownPlan(1_400n, 'week', 1));
    expect(story.state.charging?.charge.amount).toBe(300n);
    const { dunning } = overdue().state;
    story.charged(sent());
    expect(story.state).toMatchObject({
      status: 'past_due',
      plan: { amount: 1_400n },
      dunning: { attempts: dunning?.attempts, failedAt: dunning?.failedAt },
    });
    expect(story.state.openInvoices).toHaveLength(2);
  });

  it('changes nothing if the charge is declined', () => {
    const story = overdue()
      .update(ownPlan(1_400n, 'week', 1))
      .charged(failed);
    expect(story.state).toMatchObject({ status: 'past_due', plan: { amount: 700n } });
  });
});

describe('a cancellation at the end of the period', () => {
  const flag = (story: Story) => story.command({ type: 'cancel', atPeriodEnd: true });

  it('ends an unpaid subscription with the owed period', () => {
    expect(endsAtOf(flag(owing()).state)).toBe(at('2026-03-01'));
    const late = flag(new Story('2026-01-01T00:00:00Z').dunnedBy(40, 50).charged(failed));
    expect(dueAtOf(late.state)).toBe(at('2026-02-01'));
    const { dunning } = late.state;
    late.at('2026-02-01T00:00:00Z').tick();
    expect(late.state).toMatchObject({ status: 'canceled', endedAt: at('2026-02-01') });
    expect(late.state).toMatchObject({ cancellationReason: 'requested', dunning: null });
    expect(late.events.at(-1)).toMatchObject({
      invoices: 'uncollectible',
      invoiceIds: [dunning?.invoiceId],
    });
  });

  it('ends a subscription that is paid meanwhile with the period that this opened', () => {
    const story = flag(owing()).at('2026-02-02T00:00:00Z').tick().charged(paid);
    expect(story.state).toMatchObject({ status: 'active', isCancelScheduled: true });
    story.at('2026-03-01T00:00:00Z').tick();
    expect(story.state).toMatchObject({ status: 'canceled', endedAt: at('2026-03-01') });
  });

  it('ends now if that period is over, and no attempt ends earlier', () => {
    const daily = new Story('2026-01-01T00:00:00Z', { plan: ownPlan(100n, 'day', 1) });
    daily.charged(failed).at('2026-01-02T00:00:00Z');
    expect(flag(daily).state).toMatchObject({ status: 'canceled', endedAt: at('2026-01-02') });
    const story = flag(owing()).at('2026-02-02T00:00:00Z').tick();
    expect(story.state.charging).toMatchObject({ attempt: 2 });
  });

  it('ends an overdue subscription with its period, and keeps its invoice payable', () => {
    const story = flag(overdue());
    expect(endsAtOf(story.state)).toBe(at('2026-01-08'));
    story.at('2026-01-05T00:00:00Z').tick().at('2026-01-08T00:00:00Z').tick();
    expect(story.state).toMatchObject({ status: 'canceled', endedAt: at('2026-01-08') });
    expect(story.state.openInvoices).toHaveLength(1);
  });

  it('can be undone', () => {
    const story = flag(beginnings.past_due()).command({ type: 'uncancel' });
    expect(story.state).toMatchObject({ status: 'past_due', isCancelScheduled: false });
  });
});
