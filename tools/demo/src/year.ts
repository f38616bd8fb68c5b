import { type Narrate, post } from './narrator.ts';

/** A year of a subscription, on a test clock. */
export async function liveAYear(narrate: Narrate, customer_id: string): Promise<void> {
  const clock = await narrate({
    why: 'A year can be seen without waiting for it: on a clock that only moves when it is told.',
    ...post('/v1/test_clocks', { frozen_time: '2025-01-31' }),
    status: 201,
    says: { status: 'ready', frozen_time: '2025-01-31T00:00:00.000Z' },
    leaves: [10_500, 0],
  });
  const subscription = await narrate({
    why: 'A subscription lives by it from the last of January. Its money is real.',
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

  await advance('Until May it is charged at each end of a month: thrice.', '2025-05-15', 6_500);
  await narrate({
    why: 'Over the summer it is paused. What is left of May is banked, to the second.',
    ...post(`/v1/subscriptions/${subscription.id}/pause`, { resumes_at: '2025-09-01' }),
    status: 200,
    says: { status: 'paused' },
    leaves: [6_500, 0],
  });
  await advance('In September it has gone on by itself, and cost nothing.', '2025-09-10', 6_500);
  await is('Its period ends when what was banked has been used up.', {
    status: 'active',
    current_period_start: '2025-09-01T00:00:00.000Z',
    current_period_end: '2025-09-17T00:00:00.000Z',
  });
  await advance('Five months later it has been charged five times.', '2026-01-31', 1_500);
  await advance('The balance pays one month more, not two.', '2026-03-19', 500);
  await is('So the subscription is past due, and tried again every other day.', {
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
  await advance('The next retry takes its price, and not a day is lost.', '2026-03-20', 9_500);
  await is('It goes on from where it was.', {
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
