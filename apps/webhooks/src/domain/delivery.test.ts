import { expect, it } from 'vitest';
import { type Attempt, decideDelivery, retryDelaysMs } from './delivery.ts';

const failed: Attempt = { statusCode: 500, error: 'responded 500', answer: null, retryAfterMs: 0 };
const MIDDLE = 0.5;
const DAY_MS = 86_400_000;

it('is delivered without an error, at any attempt', () => {
  const attempt = { statusCode: 200, error: null, answer: null, retryAfterMs: 0 };
  for (const attempts of [1, 10])
    expect(decideDelivery(attempts, attempt, MIDDLE).status).toBe('delivered');
});

it('is retried after 5 s, 5 and 30 min, 2, 5, 10, 14, 20 and 24 h, and then never', () => {
  const seconds = retryDelaysMs.map(
    (_, index) => (decideDelivery(index + 1, failed, MIDDLE).delayMs ?? 0) / 1_000,
  );
  const hours = [2, 5, 10, 14, 20, 24].map((count) => count * 3_600);
  expect(seconds).toEqual([5, 300, 1_800, ...hours]);
  expect(decideDelivery(10, failed, MIDDLE)).toEqual({
    status: 'dead',
    delayMs: null,
    isGone: false,
  });
});

it('is retried with a random deviation of 10 %', () => {
  expect([0, 1].map((chance) => decideDelivery(2, failed, chance).delayMs)).toEqual([
    270_000, 330_000,
  ]);
});

it('waits as long as Retry-After, but at most a day and at least the usual delay', () => {
  const delays = [1, 60_000, 1_000 * DAY_MS].map(
    (retryAfterMs) => decideDelivery(1, { ...failed, retryAfterMs }, MIDDLE).delayMs,
  );
  expect(delays).toEqual([5_000, 60_000, DAY_MS]);
});

it('is dead when the receiver is gone', () => {
  const verdict = decideDelivery(1, { ...failed, statusCode: 410 }, MIDDLE);
  expect(verdict).toEqual({ status: 'dead', delayMs: null, isGone: true });
});
