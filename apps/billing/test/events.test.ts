import { type EventType, eventCatalogue } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { applyEvent } from '../src/domain/subscription/apply.ts';
import type { SubscriptionEvent } from '../src/domain/subscription/events.ts';
import type { Subscription } from '../src/domain/subscription/model.ts';
import { fromJsonText } from '../src/json-text.ts';
import { eventsOf } from './published-events.ts';
import { useBilling } from './use-billing.ts';

const { world, openShop } = useBilling();

it('publishes every change once, numbered without gaps, in the shape of the catalogue', async () => {
  world().clock.set('2026-01-01T00:00:00Z');
  const shop = await openShop({ available: 2_750 });
  const { body } = await shop.subscribe({ trial_period_days: 7 });
  const path = `/v1/subscriptions/${body.id}`;
  const statusIs = (status: string) =>
    eventually(async () => expect((await shop.get(path)).body.status).toBe(status));
  world().clock.set('2026-01-05T00:00:00Z');
  await eventually(async () => expect(await eventsOf(world(), shop.id)).toHaveLength(2));
  world().clock.set('2026-01-08T00:00:00Z');
  await statusIs('active');
  await shop.post(`${path}/update`, { plan: 'pro' });
  await shop.post(`${path}/pause`);
  await shop.post(`${path}/resume`, undefined, { idempotencyKey: 'wake' });
  await shop.post(`${path}/cancel`, { at_period_end: true });
  await shop.post(`${path}/uncancel`);
  world().clock.set('2026-02-08T00:00:00Z');
  await statusIs('past_due');
  await shop.post(`${path}/cancel`);

  const events = await eventsOf(world(), shop.id);
  expect(events.map((event) => event.type)).toEqual([
    'subscription.created',
    'subscription.trial_will_end',
    'subscription.activated',
    'invoice.created',
    'invoice.paid',
    'subscription.updated',
    'invoice.created',
    'invoice.paid',
    'subscription.paused',
    'subscription.resumed',
    'subscription.updated',
    'subscription.updated',
    'subscription.past_due',
    'invoice.created',
    'invoice.payment_failed',
    'subscription.canceled',
    'invoice.voided',
  ]);
  const numbers = new Map<string, number>();
  for (const event of events) {
    const number = (numbers.get(event.aggregate_id) ?? 0) + 1;
    expect(event.aggregate_sequence).toBe(number);
    numbers.set(event.aggregate_id, number);
    const schema = eventCatalogue[event.type as EventType];
    expect(schema.parse(event.data.object)).toEqual(event.data.object);
  }
  expect(events[2]?.data.previous).toMatchObject({ status: 'trialing', latest_invoice_id: null });
  expect(events[9]?.request.idempotency_key).toBe('wake');
  expect(events.at(-2)?.data.object).toEqual((await shop.get(path)).body);
});

it('announces a new subscription as created, then with its status', async () => {
  const types = async (available: number) => {
    const shop = await openShop({ available });
    await shop.subscribe();
    return (await eventsOf(world(), shop.id)).map((event) => event.type);
  };
  expect(await types(1_000)).toEqual([
    'subscription.created',
    'subscription.activated',
    'invoice.created',
    'invoice.paid',
  ]);
  expect(await types(0)).toEqual([
    'subscription.created',
    'subscription.past_due',
    'invoice.created',
    'invoice.payment_failed',
  ]);
});

it('puts no link to a payment page into an event', async () => {
  const shop = await openShop();
  await shop.subscribe({ customer_id: 'c1' });
  const events = await eventsOf(world(), shop.id);
  expect(events.map((event) => event.type)).toContain('invoice.created');
  expect(JSON.stringify(events)).not.toContain('/pay/');
});

it('stores a history that restores every subscription', async () => {
  const states = await world().query<{ id: string; state: string }>(
    'select id, state from billing.subscriptions',
  );
  expect(states.length).toBeGreaterThan(2);
  for (const { id, state } of states) {
    const history = await world().query<{ body: string }>(
      'select body from billing.subscription_history where subscription_id = $1 order by sequence',
      [id],
    );
    const rebuilt = history.reduce<Subscription | undefined>(
      (before, { body }) => applyEvent(before, fromJsonText<SubscriptionEvent>(body)),
      undefined,
    );
    expect(rebuilt).toEqual(fromJsonText(state));
  }
});
