import { type Narrate, post } from './narrator.ts';

/** A year of a subscription, on a test clock. */
export async function liveAYear(narrate: Narrate, customer_id: string): Promise<void> {
  const clock = await narrate({
    why: 'A test clock shows a year without waiting: it only moves when it is advanced.',
    ...post('/v1/test_clocks', { frozen_time: '2025-01-31' }),
    status: 201,
    says: { status: 'ready', frozen_time: '2025-01-31T00:00:00.000Z' },
    leaves: [10_500, 0],
  });
  const subscription = await narrate({
    why: 'A subscription on this clock starts on 31 January. Its money is real.',
    ...post('/v1/subscriptions', { customer_id, plan: 'basic', test_clock_id: clock.id }),
    status: 200,
    says: { status: 'active', current_period_end: '2025-02-28T00:00:00.000Z' },
    leaves: [9_500, 0],
  });
  const advance = (why: string, frozen_time: string, available: number) =>
    narrate({
      why,
      ...post(`/v1/test_clocks/${clock.id}/advance`, { frozen_time }),
      status: 200,
      says: { status: 'ready', frozen_time: `${frozen_time}T00:00:00.000Z` },
      leaves: [available, 0],
    });
  const is = (why: string, says: Record<string, unknown>) =>
    narrate({
      why,
      method: 'GET',
      path: `/v1/subscriptions/${subscription.id}`,
      status: 200,
      says,
    });

  await advance(
    'Until May it is charged three times, at each end of a month.',
    '2025-05-15',
    6_500,
  );
  await narrate({
    why: 'It is paused for the summer. The rest of May is banked, to the second.',
    ...post(`/v1/subscriptions/${subscription.id}/pause`, { resumes_at: '2025-09-01' }),
    status: 200,
    says: { status: 'paused' },
    leaves: [6_500, 0],
  });
  await advance('In September it has resumed on its own, without a charge.', '2025-09-10', 6_500);
  await is('Its period ends when the banked time is used up.', {
    status: 'active',
    current_period_start: '2025-09-01T00:00:00.000Z',
    current_period_end: '2025-09-17T00:00:00.000Z',
  });
  await advance('Five months later it has been charged five times.', '2026-01-31', 1_500);
  await advance('The balance pays one month more, not two.', '2026-03-19', 500);
  await is('So the subscription is past due, and retried every other day.', {
    status: 'past_due',
    attempt_count: 2,
    next_payment_attempt: '2026-03-20T00:00:00.000Z',
  });
  await narrate({
    why: 'Money comes in.',
    ...post('/v1/transactions', {
      account_id: customer_id,
      currency: 'USD',
      type: 'credit',
      amount: 10_000,
    }),
    status: 201,
    says: { status: 'succeeded' },
    leaves: [10_500, 0],
  });
  await advance('The next retry succeeds, and no day is lost.', '2026-03-20', 9_500);
  await is('Its periods continue as before.', {
    status: 'active',
    current_period_start: '2026-03-17T00:00:00.000Z',
  });
  await narrate({
    why: 'Now it is canceled too.',
    ...post(`/v1/subscriptions/${subscription.id}/cancel`, {}),
    status: 200,
    says: { status: 'canceled', canceled_at: '2026-03-20T00:00:00.000Z' },
    leaves: [9_500, 0],
  });
}
