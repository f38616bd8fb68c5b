import { isLive, toPublicId, type Uuid, type WebhookDeliveryResource } from '@florin/contracts';
import type { Endpoint } from './endpoint.ts';
import { patternsOf } from './event.ts';

export type DeliveryStatus = 'pending' | 'delivered' | 'dead';

/** Delivery of one event to one endpoint. */
export interface Delivery {
  readonly id: Uuid;
  readonly endpointId: Uuid;
  readonly eventId: Uuid;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  /** Beginning of the last response, if it was an error. */
  readonly answer: string | null;
  readonly lastAttemptAt: Date | null;
  /** Null unless pending. */
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

/** The result of one attempt. */
export interface Attempt {
  /** Null without a response. */
  readonly statusCode: number | null;
  /** Why it failed; null if it succeeded. */
  readonly error: string | null;
  /** Beginning of an error response; null if not stored. */
  readonly answer: string | null;
  /** Delay from Retry-After; 0 without it. */
  readonly retryAfterMs: number;
}

export interface Verdict {
  readonly status: DeliveryStatus;
  /** Delay until the next attempt. */
  readonly delayMs: number | null;
  /** Whether the endpoint is permanently gone. */
  readonly isGone: boolean;
}

/** 410 Gone (RFC 9110 section 15.5.11). */
const GONE = 410;
/** Random deviation of a delay, as a fraction, to spread retries. */
const JITTER = 0.1;
const HOUR_MS = 3_600_000;
/** Maximum Retry-After of a receiver. */
export const RETRY_AFTER_MS_MAX = 24 * HOUR_MS;

/** Delay before the next attempt, by the number of failures. */
export const retryDelaysMs: readonly number[] = [
  5_000,
  300_000,
  HOUR_MS / 2,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/**
 * Next status of a delivery.
 * @param attempts including this one.
 * @param chance random number from 0 to 1 for the deviation.
 */
export function decideDelivery(
  attempts: number,
  { statusCode, error, retryAfterMs }: Attempt,
  chance: number,
  delaysMs: readonly number[] = retryDelaysMs,
): Verdict {
  if (error === null) return { status: 'delivered', delayMs: null, isGone: false };
  if (statusCode === GONE) return { status: 'dead', delayMs: null, isGone: true };
  const usualMs = delaysMs[attempts - 1];
  if (usualMs === undefined) return { status: 'dead', delayMs: null, isGone: false };
  const jitteredMs = usualMs * (1 + JITTER * (2 * chance - 1));
  const askedMs = Math.min(retryAfterMs, RETRY_AFTER_MS_MAX);
  return { status: 'pending', delayMs: Math.round(Math.max(jitteredMs, askedMs)), isGone: false };
}

export function toDeliveryResource(
  { accountId }: { readonly accountId: Uuid },
  delivery: Delivery,
): WebhookDeliveryResource {
  return {
    id: toPublicId('webhookDelivery', delivery.id),
    object: 'webhook_delivery',
    livemode: isLive(accountId),
    webhook_endpoint_id: toPublicId('webhookEndpoint', delivery.endpointId),
    event_id: toPublicId('event', delivery.eventId),
    event_type: delivery.eventType,
    status: delivery.status,
    attempts: delivery.attempts,
    status_code: delivery.statusCode,
    error: delivery.error,
    answer: delivery.answer,
    last_attempt_at: delivery.lastAttemptAt?.toISOString() ?? null,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    created_at: delivery.createdAt.toISOString(),
  };
}

/** Consecutive failures after which an endpoint is paused. */
export const FAILURES_MAX = 5;
const PAUSE_MS_MAX = 300_000;

export interface BackoffState {
  /** Consecutive failures. */
  readonly failures: number;
  /** Duration of the pause; 0 while it works. */
  readonly pauseMs: number;
}

/**
 * Backoff of an endpoint after attempts, in order (circuit breaker). A failing one is tried less
 * and less often, by one delivery at a time; one success ends that.
 */
export function decideBackoff(
  failuresBefore: number,
  successes: readonly boolean[],
  firstPauseMs: number,
): BackoffState {
  const lastSuccess = successes.lastIndexOf(true);
  const since = successes.length - 1 - lastSuccess;
  const failures = lastSuccess === -1 ? failuresBefore + since : since;
  if (failures < FAILURES_MAX) return { failures, pauseMs: 0 };
  const doublings = Math.min(failures - FAILURES_MAX, 20);
  return { failures, pauseMs: Math.min(firstPauseMs * 2 ** doublings, PAUSE_MS_MAX) };
}

export interface Addressed {
  readonly id: Uuid;
  readonly type: string;
  readonly account_id: Uuid | null;
  readonly aggregate_id: Uuid | null;
}

/** Pairs of events and the endpoints that receive them, in the order of the events. */
export function fanOut<Event extends Addressed>(
  events: readonly Event[],
  endpoints: readonly Pick<Endpoint, 'id' | 'accountId' | 'eventTypes'>[],
): readonly { readonly event: Event; readonly endpointId: Uuid }[] {
  const byAccount = Map.groupBy(endpoints, ({ accountId }) => accountId);
  return events.flatMap((event) => {
    const patterns = patternsOf(event.type);
    const own = event.account_id === null ? undefined : byAccount.get(event.account_id);
    return (
      (own ?? [])
        // An endpoint does not receive events about itself: it would get them only once it works
        // again.
        .filter(({ id }) => id !== event.aggregate_id)
        .filter(({ eventTypes }) => eventTypes.some((asked) => patterns.includes(asked)))
        .map((endpoint) => ({ event, endpointId: endpoint.id }))
    );
  });
}
